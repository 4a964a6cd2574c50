/* The SQL editor: colours, Shift-Enter to run, a button to format. */
window.addEventListener("DOMContentLoaded", () => {
  const input = document.querySelector("textarea#sql-editor");
  if (!input || typeof CodeMirror === "undefined") return;
  const editor = CodeMirror.fromTextArea(input, {lineNumbers: true, mode: "text/x-sql", lineWrapping: true});
  editor.getInputField().setAttribute("aria-label", "SQL");
  editor.setOption("extraKeys", {"Shift-Enter": () => input.form.submit(), Tab: false});
  cmResize(editor, {resizableWidth: false});
  const format = document.querySelector("button#sql-format");
  if (format && typeof sqlFormatter !== "undefined") {
    format.hidden = false;
    format.addEventListener("click", () => editor.setValue(sqlFormatter.format(editor.getValue())));
  }
});
