"""The store of annotations, and the version under which they are kept."""

import subprocess
import sys
from pathlib import Path

import pytest

from ontherecord import version
from ontherecord.records import Annotated, Attribution, Chain, Mention, Quote, Role, Sentence
from ontherecord.store import Kept, NotKept, Store, find_store, hash_text
from ontherecord.version import DEFAULT_MODEL, ModelError, model_version, pipeline_version

KEY = hash_text("“No,” said Ana Ruiz.")
FULL = Annotated(
    sentences=(Sentence(0, 20, 1), Sentence(22, 30, 2, credit=True)),
    chains=(Chain("Ana Ruiz", "PERSON"), Chain("Łódź", "GPE")),
    mentions=(Mention(11, 19, "name", 0),),
    quotes=(Quote(Attribution(((0, 5),), "direct", "speech", "cue", 0.9, (6, 10), "say", (11, 19), "subject", 0.8), (0,), None, "name", 0.8),),
    roles=(Role(0, 3, 0, "mayor", "mayor", "current", 1),),
    publication="The Paper",
    dateline="LÓDŹ",
)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "annotations", "v1")


def test_annotation_comes_back(store: Store) -> None:
    assert store.get(KEY) is None and not store.has(KEY)
    store.put(KEY, FULL)
    assert store.get(KEY) == FULL and store.has(KEY)
    assert store.path(KEY).parent.name == KEY[:2]
    assert [p.name for p in store.path(KEY).parent.iterdir()] == [f"{KEY}.json"]


def test_other_version_knows_nothing_of_it(store: Store) -> None:
    store.put(KEY, FULL)
    assert Store(store.root, "v2").get(KEY) is None


@pytest.mark.parametrize("kept", [0, 1, 64, 65, 100, -1])
def test_cut_file_counts_as_absent(store: Store, kept: int) -> None:
    store.put(KEY, FULL)
    store.path(KEY).write_bytes(store.path(KEY).read_bytes()[:kept])
    assert store.get(KEY) is None
    store.put(KEY, FULL)
    assert store.get(KEY) == FULL


def test_changed_file_counts_as_absent(store: Store) -> None:
    store.put(KEY, FULL)
    store.path(KEY).write_bytes(store.path(KEY).read_bytes().replace(b"Ana", b"Eva"))
    assert store.get(KEY) is None


def test_disk_that_takes_nothing_leaves_nothing(store: Store) -> None:
    store.path(KEY).mkdir(parents=True)  # a folder in the place of the file
    with pytest.raises(OSError):
        store.put(KEY, FULL)
    assert list(store.path(KEY).parent.iterdir()) == [store.path(KEY)]


def test_store_at_an_address() -> None:
    pytest.importorskip("upath", reason="the extra dask is not installed: pip install -e .[dask]")
    store = find_store("memory://annotations", "v1")
    assert store.get(KEY) is None and not store.has(KEY)
    store.put(KEY, FULL)
    assert store.get(KEY) == FULL and store.is_whole(KEY) and store.has(KEY)
    assert [p.name for p in store.path(KEY).parent.iterdir()] == [f"{KEY}.json"]
    store.path(KEY).write_bytes(b"damaged")
    assert store.get(KEY) is None and not store.is_whole(KEY)


def test_address_that_is_none() -> None:
    with pytest.raises(ValueError, match="nonsense://x: .*or give a folder"):
        find_store("nonsense://x", "v1")


def test_version_covers_what_annotates_and_nothing_else() -> None:
    reached = {path.relative_to(version.PACKAGE).as_posix() for path in version._modules_reached("annotate")}
    assert {"annotate.py", "clean.py", "parse.py", "records.py", "sentences.py", "quotes/__init__.py"} <= reached
    assert not reached & {"database.py", "schema.py", "linking.py", "publish.py", "workers.py", "shards.py", "sources/__init__.py"}


def test_version_covers_every_module_that_annotation_loads() -> None:
    told = "import sys, ontherecord.annotate; print(*(m.__file__ for n, m in sys.modules.items() if n.startswith('ontherecord.')))"
    loaded = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True, cwd=version.PACKAGE.parent)
    assert {Path(file) for file in loaded.stdout.split()} <= version._modules_reached("annotate")


def test_version_changes_with_a_word_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = pipeline_version(DEFAULT_MODEL)
    assert pipeline_version(DEFAULT_MODEL) == before
    more = [*version._data_files(), version.PACKAGE / "database.py"]
    monkeypatch.setattr(version, "_data_files", lambda: iter(more))
    assert pipeline_version(DEFAULT_MODEL) != before


def test_version_of_a_pipeline_in_a_folder(tmp_path: Path) -> None:
    (tmp_path / "config.cfg").write_text("one")
    before = model_version(str(tmp_path))
    (tmp_path / "config.cfg").write_text("two")
    assert model_version(str(tmp_path)) != before


@pytest.mark.parametrize("name", ["no_such_model", "", "../x", "a b"])
def test_pipeline_that_is_not_installed(name: str) -> None:
    with pytest.raises(ModelError, match="not installed; pip install it"):
        model_version(name)


def test_kept_annotations_are_read_one_by_one_and_missed_by_name(tmp_path):
    store = Store(tmp_path, "v1")
    store.put("ab12", Annotated((), (), (), (), (), publication="The Troy Post"))
    kept = Kept(store, ["ab12", "cd34"])
    assert (len(kept), kept[0].publication) == (2, "The Troy Post")
    with pytest.raises(NotKept, match="cd34"):
        kept[1]
