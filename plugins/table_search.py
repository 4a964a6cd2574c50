"""The search box above tables; last, because Datasette does not see the two indexes and says there are none."""

from datasette import hookimpl

from ontherecord.site.filters import search_table


@hookimpl(trylast=True)
def filters_from_request(request, table):
    return search_table(table, request.args.get("_search"))
