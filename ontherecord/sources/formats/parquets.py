"""Parquet: an article per row; only the columns that hold fields are read, a few rows at a time."""

import re
from typing import BinaryIO

from ontherecord.sources.faults import Unreadable
from ontherecord.sources.fields import find_columns, read_record
from ontherecord.sources.formats.delimited import no_text_column
from ontherecord.sources.raw import Asked, Found, Refusal
from ontherecord.sources.streams import seekable

ENDINGS = (".parquet",)
BEGINNING = re.compile(rb"PAR1")
ROWS = 64  # held at a time


def read(stream: BinaryIO, asked: Asked) -> Found:
    """The articles of a Parquet file, row by row."""
    from pyarrow import ArrowException
    from pyarrow.parquet import ParquetFile

    try:
        file = ParquetFile(seekable(stream, asked.shown))
        names = list(file.schema_arrow.names)
        columns = find_columns(names, asked)
        # A name with a dot that is no column leads into one.
        wanted = sorted({name if name in names else name.split(".")[0] for found in columns.values() for name in found} & set(names))
        if not any(name in names or name.split(".")[0] in names for name in columns.get("text", ())):
            raise no_text_column(names, asked)
        number = 0
        for batch in file.iter_batches(batch_size=ROWS, columns=wanted, use_threads=False):
            for record in batch.to_pylist():
                number += 1
                place = f"row {number}"
                article = read_record(record, asked, "utf-8", place)
                yield article or Refusal("no-text", f"{asked.shown}, {place}: its text is empty; fill it or remove the row")
    except (ArrowException, OSError) as error:
        if getattr(error, "errno", None) is not None:  # the disk's, not the file's
            raise
        raise Unreadable("broken", f"{asked.shown}: a broken Parquet file ({error}); make it again") from error
