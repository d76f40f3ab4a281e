/**
 * The complete list of differences between the official mock and Convex: both answers, and the authority that decides. The
 * mock and this backend answer everything else alike, and everything listed exactly as it says.
 */

export interface Difference {
  readonly because: string;
  /** A page of Convex's documentation, or a file of its published source. */
  readonly source: string;
  /** By the case's title: this backend's answer, and the mock's. */
  readonly answers: Readonly<Record<string, readonly [embedded: string, mock: string]>>;
}

export const differences: readonly Difference[] = [
  {
    because:
      "Filters compare in the order of indexes, across kinds of values too; the mock uses JavaScript's operators.",
    source: "https://docs.convex.dev/database/reading-data#ordering-of-different-types-of-values",
    answers: {
      "filters: gt of numbers and undefined": ['[["one","two","three"]]', "[[]]"],
      "filters: gte of numbers and undefined": ['[["one","two","three"]]', "[[]]"],
      "filters: gt of numbers and a word": ["[[]]", '[["two","three"]]'],
      "filters: lt of numbers and a word": ['[["one","two","three"]]', "[[]]"],
      "filters: gt of numbers and a bigint": ['[["one","two","three"]]', '[["three"]]'],
      "filters: lt of numbers and true": ['[["one","two","three"]]', "[[]]"],
      "filters: gt of NaN": ['[["one","two","three"]]', "[[]]"],
      "filters: lt of -0 and 0": ['[["one","two","three"]]', "[[]]"],
      "filters: gt of lists": ['[["one","two","three"]]', "[[]]"],
    },
  },
  {
    because: "There is `q.neg`; the mock has none.",
    source: "https://docs.convex.dev/database/reading-data/filters#arithmetic",
    answers: {
      "filters: neg of a number": ['[["two"]]', '{"failed":"not done by the mock"}'],
      "filters: neg of a bigint": ['[["one","two","three"]]', '{"failed":"not done by the mock"}'],
      "filters: neg of zero": ['[["one","two","three"]]', '{"failed":"not done by the mock"}'],
      "filters: neg of a word": [
        '{"failed":"arithmetic without numbers"}',
        '{"failed":"not done by the mock"}',
      ],
    },
  },
  {
    because:
      "Arithmetic of what is no pair of numbers, and results beyond 64 bits, are errors; the mock uses JavaScript's operators.",
    source: "convex-backend: crates/common/src/query.rs, binary_arithmetic",
    answers: {
      "filters: add beyond 64 bits": [
        '{"failed":"out of range for 64 bits"}',
        '[["one","two","three"]]',
      ],
      "filters: mul beyond 64 bits": [
        '{"failed":"out of range for 64 bits"}',
        '[["one","two","three"]]',
      ],
      "filters: neg beyond 64 bits": [
        '{"failed":"out of range for 64 bits"}',
        '{"failed":"not done by the mock"}',
      ],
      "filters: add of a word and a number": ['{"failed":"arithmetic without numbers"}', "[[]]"],
      "filters: add of undefined": ['{"failed":"arithmetic without numbers"}', "[[]]"],
    },
  },
  {
    because: "Only a boolean is one; the mock takes whatever JavaScript takes for true.",
    source: "convex-backend: crates/common/src/types/maybe_value.rs, into_boolean",
    answers: {
      "filters: a number for a boolean": ['{"failed":"no boolean"}', '[["one","two","three"]]'],
      "filters: a number within and": ['{"failed":"no boolean"}', '[["one","two","three"]]'],
      "filters: not of a number": ['{"failed":"no boolean"}', "[[]]"],
    },
  },
  {
    because:
      "A page that is full does not know that nothing follows; the mock has read everything and knows.",
    source:
      "convex-backend: crates/isolate/src/environment/udf/async_syscall.rs, read_page_from_query",
    answers: {
      "pages: the table by 6, which comes out even": [
        '[{"isDone":false,"page":["row 0","row 1","row 2","row 3","row 4","row 5"]},{"isDone":false,"page":["row 6","row 7","row 8","row 9","row 10","row 11"]},{"isDone":true,"page":[]}]',
        '[{"isDone":false,"page":["row 0","row 1","row 2","row 3","row 4","row 5"]},{"isDone":true,"page":["row 6","row 7","row 8","row 9","row 10","row 11"]}]',
      ],
      "pages: exactly the whole in one page": [
        '[{"continueCursor":"(cursor)","isDone":false,"page":["row 0","row 1","row 2","row 3","row 4","row 5","row 6","row 7","row 8","row 9","row 10","row 11"],"pageStatus":null,"splitCursor":null}]',
        '[{"continueCursor":"(cursor)","isDone":true,"page":["row 0","row 1","row 2","row 3","row 4","row 5","row 6","row 7","row 8","row 9","row 10","row 11"],"pageStatus":null,"splitCursor":null}]',
      ],
    },
  },
  {
    because: "A page has at least one row, and may read at least one.",
    source: "convex-backend: crates/isolate/src/environment/udf/async_syscall.rs, query_page",
    answers: {
      "pages: a limit of no rows": [
        '{"failed":"maximumRowsRead and maximumBytesRead must be greater than 0"}',
        '[{"continueCursor":"(cursor)","isDone":false,"page":["row 0","row 1","row 2"],"pageStatus":null,"splitCursor":null}]',
      ],
      "pages: a page of nothing": [
        '{"failed":"Must request at least 1 document while paginating"}',
        '[{"continueCursor":"(cursor)","isDone":false,"page":["row 0"],"pageStatus":null,"splitCursor":null}]',
      ],
    },
  },
  {
    because:
      "A cursor that means nothing is told in a way that clients begin again on; the mock fails to read it.",
    source: "convex: src/react/use_paginated_query.ts",
    answers: {
      "pages: a cursor that is none": [
        '{"data":{"isConvexSystemError":true,"paginationError":"InvalidCursor"},"failed":"ConvexError"}',
        '{"failed":"no JSON"}',
      ],
    },
  },
  {
    because:
      "What is no id at all is refused, as it can never have been a document's; the mock looks for it and finds nothing.",
    source:
      "convex-backend: crates/isolate/src/environment/udf/async_syscall.rs, get and shallow_merge",
    answers: {
      "documents: get of no id": ['[{"failed":"no id that is meant here"}]', "[null]"],
      "documents: get of an empty id": ['[{"failed":"no id that is meant here"}]', "[null]"],
      "documents: patch of no id": [
        '[{"failed":"no id that is meant here"}]',
        '[{"failed":"no such document"}]',
      ],
      "documents: delete of no id": [
        '[{"failed":"no id that is meant here"}]',
        '[{"failed":"no such document"}]',
      ],
    },
  },
  {
    because: "`v.literal` takes bigints; the mock compares with their JSON.",
    source: "https://docs.convex.dev/functions/validation#literals",
    answers: {
      "validators: takes big: 7n": [
        '{"value":{"$integer":"BwAAAAAAAAA="}}',
        '{"failed":"another kind of value"}',
      ],
      "validators: gives big: 7n": [
        '{"$integer":"BwAAAAAAAAA="}',
        '{"failed":"result: another kind of value"}',
      ],
    },
  },
  {
    because: "`v.record` is checked, its keys and values; the mock takes anything.",
    source: "https://docs.convex.dev/functions/validation#record-objects",
    answers: {
      "validators: takes prices: a point of words": [
        '{"failed":"another kind of value"}',
        '{"value":{"x":"1"}}',
      ],
      "validators: takes prices: 7": ['{"failed":"another kind of value"}', '{"value":7}'],
      "validators: gives prices: a point of words": [
        '{"failed":"result: another kind of value"}',
        '{"x":"1"}',
      ],
      "validators: gives prices: 7": ['{"failed":"result: another kind of value"}', "7"],
      "validators: gives prices: not a thing": [
        '{"failed":"result: another kind of value"}',
        "null",
      ],
      "validators: insert a word in a record of numbers": [
        '{"failed":"another kind of value"}',
        '["@written",{"_creationTime":"(time, number)","_id":"@written","label":"x","prices":{"rice":"40"}}]',
      ],
    },
  },
  {
    because: "Words end at punctuation; the mock's only at blanks.",
    source: "https://docs.convex.dev/search/text-search#limits",
    answers: {
      "searches: a word behind a hyphen": ['[["red rice"]]', "[[]]"],
    },
  },
  {
    because: "Only the last word of a search may be a beginning; the mock takes each for one.",
    source: "https://docs.convex.dev/search/text-search#typeahead-search",
    answers: {
      "searches: a beginning before another word": ["[[]]", '[["wheat"]]'],
    },
  },
  {
    because: "Of equally good answers the newest comes first; the mock does not rank.",
    source: "https://docs.convex.dev/search/text-search#relevance-order",
    answers: {
      "searches: the newer of two that say the same": ['[["newer"]]', '[["older"]]'],
    },
  },
  {
    because:
      "A search needs a search index of its table, and filters by that index's filter fields; the mock does not look.",
    source: "https://docs.convex.dev/search/text-search#defining-search-indexes",
    answers: {
      "searches: an ordinary index for a search": [
        '{"failed":"Index rows.by_a is not a search index."}',
        "[[]]",
      ],
      "searches: a search index that there is not": [
        '{"failed":"no such index"}',
        '[["basmati","red rice"]]',
      ],
      "searches: a search by a field that is no filter field": [
        '{"failed":"label is not a filter field of the search index by_text."}',
        '[["basmati"]]',
      ],
    },
  },
  {
    because:
      "A nested query has a page of its own; the mock counts the pages of all nested queries.",
    source:
      "convex-backend: crates/isolate/src/environment/udf/async_syscall.rs, a nested call begins with QueryJournal::new()",
    answers: {
      "pages: a page in each of two nested queries": [
        '[[{"continueCursor":"(cursor)","isDone":false,"page":["row 0","row 1"],"pageStatus":null,"splitCursor":null}],[{"continueCursor":"(cursor)","isDone":false,"page":["row 0"],"pageStatus":null,"splitCursor":null}]]',
        '{"failed":"more than one page"}',
      ],
    },
  },
  {
    because: "`ctx.storage.getMetadata` still is; the mock has it not.",
    source:
      "https://docs.convex.dev/file-storage/file-metadata#accessing-metadata-from-actions-deprecated",
    answers: {
      "files: its metadata, the old way": [
        '[{"contentType":"text/plain","sha256":"209f76418ece7c936b65ff4777a578d860f762c37ad6c7f08f5826242199ef51","size":4,"storageId":"@file"}]',
        '{"failed":"not done by the mock"}',
      ],
    },
  },
  {
    because: "The system's rows are read through `ctx.db.system`, and by no other way.",
    source: "https://docs.convex.dev/database/advanced/system-tables",
    answers: {
      "files: its row is the system's alone": [
        '[{"failed":"System tables can only be accessed with db.system."}]',
        '[{"_creationTime":"(time, number)","_id":"@file","contentType":"text/plain","sha256":"IJ92QY7OfJNrZf9Hd6V42GD3YsN61sfwj1gmJCGZ71E=","size":4}]',
      ],
      "schedules: its row cannot be read as a document": [
        '[{"failed":"System tables can only be accessed with db.system."}]',
        '[{"_creationTime":"(time, number)","_id":"@now","args":[{"names":{},"steps":[{"op":"insert","table":"rows","value":{"a":"now","label":"now"}}]}],"name":"program:write","scheduledTime":"(time, number)","state":{"kind":"success"}}]',
      ],
    },
  },
  {
    because: "The system's rows are written by the system alone.",
    source:
      "convex-backend: crates/isolate/src/environment/udf/async_syscall.rs, system_table_guard",
    answers: {
      "files: its row cannot be changed": [
        '[{"failed":"Cannot write to system table _storage."}]',
        '["nothing"]',
      ],
      "files: its row cannot be removed": [
        '[{"failed":"Cannot write to system table _storage."}]',
        '["nothing"]',
      ],
    },
  },
  {
    because:
      "A finished function's row says when it ended, and names the file; the mock's does neither.",
    source:
      "https://docs.convex.dev/scheduling/scheduled-functions#retrieving-scheduled-function-status",
    answers: {
      "schedules: its row": [
        '[{"_creationTime":"(time, number)","_id":"@now","args":[{"names":{},"steps":[{"op":"insert","table":"rows","value":{"a":"now","label":"now"}}]}],"completedTime":"(time, number)","name":"program.js:write","scheduledTime":"(time, number)","state":{"kind":"success"}}]',
        '[{"_creationTime":"(time, number)","_id":"@now","args":[{"names":{},"steps":[{"op":"insert","table":"rows","value":{"a":"now","label":"now"}}]}],"name":"program:write","scheduledTime":"(time, number)","state":{"kind":"success"}}]',
      ],
    },
  },
  {
    because: "`cancel` gives nothing back; in actions the mock gives an empty object.",
    source: "https://docs.convex.dev/api/interfaces/server.Scheduler#cancel",
    answers: {
      "schedules: an action cancels one": ['["scheduled",null]', '["scheduled",{}]'],
    },
  },
  {
    because: "A function that there is not can't be scheduled.",
    source: "convex-backend: crates/udf/src/validation.rs, validate_schedule_args",
    answers: {
      "schedules: a function that there is not": ['{"failed":"no such function"}', '["scheduled"]'],
    },
  },
  {
    because:
      "Mutations and actions can be scheduled, queries fail when they are due; the mock runs them.",
    source:
      "convex-backend: crates/application/src/scheduled_jobs/mod.rs, UnsupportedScheduledFunctionType",
    answers: {
      "schedules: that is scheduled fails when it is due": [
        '[{"args":[{"names":{},"steps":[]}],"kind":"failed","name":"program:read"}]',
        '[{"args":[{"names":{},"steps":[]}],"kind":"success","name":"program:read"}]',
      ],
    },
  },
  {
    because: "What has ended can't be canceled any more; the mock writes over how it ended.",
    source: "convex-backend: crates/model/src/scheduled_jobs/mod.rs, cancel",
    answers: {
      "schedules: a canceled one that ran": [
        '["nothing",{"args":[{"names":{},"steps":[{"op":"insert","table":"rows","value":{"a":"now","label":"now"}}]}],"kind":"success","name":"program:write"}]',
        '["nothing",{"args":[{"names":{},"steps":[{"op":"insert","table":"rows","value":{"a":"now","label":"now"}}]}],"kind":"canceled","name":"program:write"}]',
      ],
    },
  },
  {
    because: "A ConvexError carries any value through nested calls; the mock can't carry a bigint.",
    source: "https://docs.convex.dev/functions/error-handling/application-errors",
    answers: {
      "nesting: nested data that is thrown": [
        '[{"data":{"big":{"$integer":"AQAAAAAAAAA="},"code":"no"},"failed":"{\\"big\\":\\"1n\\",\\"code\\":\\"no\\"}"}]',
        '[{"failed":"Unexpected type of 1"}]',
      ],
    },
  },
];
