/** Tables: rows by an index and a filter, page by page, and their changes. */
import { useState } from "react";
import type { Value } from "convex/values";
import { Dialog, Grid, Pager, Panes, SelectField, TextField, toTimeText } from "./parts";
import type { Cursors } from "./parts";
import { Await, useLive, useSession, useSystemMutation, useTask } from "./session";
import type { Document, Validator } from "./values";
import { describeValidator, fromJsonText, parseLoosely, toCellText, toJsonText } from "./values";

interface TableSchema {
  readonly name: string;
  readonly documentType: Validator | null;
  readonly indexes: readonly {
    readonly name: string;
    readonly kind: string;
    readonly fields: readonly string[];
    readonly isStaged: boolean;
  }[];
}

export interface Page {
  readonly page: readonly Document[];
  readonly isDone: boolean;
  readonly continueCursor: string;
}

export const DOCUMENTS = "_system/frontend/paginatedTableDocuments:default";
const PAGE_ROWS = 50;
const OPERATORS = [
  ["$eq", "="],
  ["$neq", "≠"],
  ["$lt", "<"],
  ["$lte", "≤"],
  ["$gt", ">"],
  ["$gte", "≥"],
] as const;
const RANGES: Readonly<Record<string, string>> = {
  $eq: "Eq",
  $lt: "Lt",
  $lte: "Lte",
  $gt: "Gt",
  $gte: "Gte",
};

interface Comparison {
  readonly field: string;
  readonly op: string;
  readonly text: string;
}

/** The fields of a form that chooses rows. */
interface Choice {
  readonly index: string;
  readonly order: string;
  readonly bound: Comparison;
  readonly filter: Comparison;
}

const NONE: Comparison = { field: "", op: "$eq", text: "" };
const NEWEST: Choice = { index: "by_creation_time", order: "desc", bound: NONE, filter: NONE };

function toQuery({ index, order, bound, filter }: Choice): Record<string, Value> {
  const { field, op, text } = filter;
  const value = parseLoosely(bound.text);
  return {
    index,
    order,
    range:
      bound.text === "" ? [] : [{ type: RANGES[bound.op] ?? "Eq", fieldPath: bound.field, value }],
    filters: field === "" ? [] : [{ field, op, value: parseLoosely(text) }],
  };
}

export function DataTab({ table }: { readonly table: string | undefined }) {
  const { component } = useSession();
  const live = useLive<TableSchema[]>("_system/frontend/getSchemas:default", {
    componentId: component,
  });
  return (
    <Await live={live}>
      {(schemas) => {
        const schema = schemas.find(({ name }) => name === table) ?? schemas[0];
        return (
          <Panes
            label="Tables"
            names={schemas.map(({ name }) => name)}
            current={schema?.name}
            toHref={(name) => `#/data/${encodeURIComponent(name)}`}
          >
            {schema === undefined ? (
              <p className="quiet">There is no table yet.</p>
            ) : (
              <TableView key={`${component}/${schema.name}`} schema={schema} />
            )}
          </Panes>
        );
      }}
    </Await>
  );
}

function TableView({ schema }: { readonly schema: TableSchema }) {
  const [draft, setDraft] = useState(NEWEST);
  const [choice, setChoice] = useState(NEWEST);
  const indexes = schema.indexes.filter(({ kind, isStaged }) => kind === "db" && !isStaged);
  const fields = indexes.find(({ name }) => name === draft.index)?.fields ?? [];
  const first = fields[0] ?? (draft.index === "by_id" ? "_id" : "_creationTime");
  const change = (changes: Partial<Choice>) => setDraft({ ...draft, ...changes });
  return (
    <>
      <h2>{schema.name}</h2>
      <details>
        <summary>Schema</summary>
        <SchemaView schema={schema} />
      </details>
      <form
        className="bar"
        onSubmit={(event) => {
          event.preventDefault();
          setChoice({ ...draft, bound: { ...draft.bound, field: first } });
        }}
      >
        <SelectField
          label="Index"
          value={draft.index}
          set={(index) => change({ index, bound: NONE })}
          options={indexes.map(({ name }) => [name, name])}
        />
        <ComparisonFields
          label={first}
          operators={OPERATORS.filter(([op]) => op in RANGES)}
          comparison={draft.bound}
          set={(bound) => change({ bound })}
        />
        <SelectField
          label="Order"
          value={draft.order}
          set={(order) => change({ order })}
          options={[
            ["desc", "descending"],
            ["asc", "ascending"],
          ]}
        />
        <TextField
          label="Filter by field"
          value={draft.filter.field}
          set={(field) => change({ filter: { ...draft.filter, field } })}
        />
        <ComparisonFields
          label="Filter"
          operators={OPERATORS}
          comparison={draft.filter}
          set={(filter) => change({ filter })}
        />
        <button type="submit">Apply</button>
      </form>
      <Rows key={JSON.stringify(choice)} schema={schema} choice={choice} />
    </>
  );
}

function ComparisonFields(props: {
  readonly label: string;
  readonly operators: readonly (readonly [string, string])[];
  readonly comparison: Comparison;
  readonly set: (comparison: Comparison) => void;
}) {
  const { label, operators, comparison, set } = props;
  return (
    <>
      <SelectField
        label={`${label} is`}
        value={comparison.op}
        set={(op) => set({ ...comparison, op })}
        options={operators}
      />
      <TextField
        label={`${label} value`}
        value={comparison.text}
        set={(text) => set({ ...comparison, text })}
      />
    </>
  );
}

function SchemaView({ schema: { documentType, indexes } }: { readonly schema: TableSchema }) {
  const types = documentType?.type === "union" ? documentType.value : [documentType];
  return (
    <>
      {types.map((type, at) =>
        type?.type === "object" ? (
          <Grid key={at} label={`Fields, shape ${at + 1}`} head={["Field", "Type"]}>
            {Object.entries(type.value).map(([name, { fieldType, optional }]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>
                  {describeValidator(fieldType)}
                  {optional && " (optional)"}
                </td>
              </tr>
            ))}
          </Grid>
        ) : (
          <p key={at} className="quiet">
            {type == null ? "No validator." : describeValidator(type)}
          </p>
        ),
      )}
      <Grid label="Indexes" head={["Index", "Kind", "Fields"]}>
        {indexes.map(({ name, kind, fields, isStaged }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{isStaged ? `${kind}, staged` : kind}</td>
            <td>{fields.join(", ")}</td>
          </tr>
        ))}
      </Grid>
    </>
  );
}

/** Returns `_id` first, then the other fields by name, and the creation time last. */
function listColumns({ documentType }: TableSchema, page: readonly Document[]): string[] {
  const declared = documentType?.type === "object" ? Object.keys(documentType.value) : [];
  const names = new Set([...declared, ...page.flatMap((row) => Object.keys(row))]);
  return ["_id", ...[...names].filter((name) => !name.startsWith("_")), "_creationTime"];
}

function Rows({ schema, choice }: { readonly schema: TableSchema; readonly choice: Choice }) {
  const { component, isReadOnly } = useSession();
  const mutate = useSystemMutation();
  const task = useTask();
  const [cursors, setCursors] = useState<Cursors>([null]);
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const [edited, setEdited] = useState<Document | "new" | null>(null);
  const live = useLive<Page>(DOCUMENTS, {
    componentId: component,
    table: schema.name,
    ...toQuery(choice),
    paginationOpts: { cursor: cursors.at(-1) ?? null, numItems: PAGE_ROWS },
  });
  const mayWrite = !isReadOnly && !schema.name.startsWith("_");
  const remove = () => {
    const ids = [...selectedIds];
    if (!confirm(`Delete ${ids.length} of ${schema.name}?`)) return;
    const toDelete = ids.map((id) => ({ id, tableName: schema.name }));
    task.start(async () => {
      await mutate("deleteDocuments:default", { toDelete });
      setSelectedIds(new Set());
    });
  };
  const turn = (next: Cursors) => {
    setSelectedIds(new Set());
    setCursors(next);
  };
  return (
    <>
      {mayWrite && (
        <p className="bar">
          <button type="button" onClick={() => setEdited("new")}>
            Add a document
          </button>
          <button
            type="button"
            className="danger"
            disabled={selectedIds.size === 0 || task.isBusy}
            onClick={remove}
          >
            Delete {selectedIds.size || "selected"}
          </button>
        </p>
      )}
      {task.alert}
      <Await live={live}>
        {({ page, isDone, continueCursor }) => (
          <>
            <DocumentGrid
              label={`Documents of ${schema.name}`}
              columns={listColumns(schema, page)}
              page={page}
              selectedIds={mayWrite ? selectedIds : null}
              select={setSelectedIds}
              open={setEdited}
            />
            <Pager cursors={cursors} set={turn} isDone={isDone} continueCursor={continueCursor} />
          </>
        )}
      </Await>
      {edited !== null && (
        <DocumentDialog
          table={schema.name}
          document={edited === "new" ? null : edited}
          mayWrite={mayWrite}
          close={() => setEdited(null)}
        />
      )}
    </>
  );
}

function DocumentGrid(props: {
  readonly label: string;
  readonly columns: readonly string[];
  readonly page: readonly Document[];
  /** Null where nothing can be selected. */
  readonly selectedIds: ReadonlySet<string> | null;
  readonly select: (ids: ReadonlySet<string>) => void;
  readonly open: (document: Document) => void;
}) {
  const { label, columns, page, selectedIds, select, open } = props;
  return (
    <Grid label={label} head={columns} empty={page.length === 0 ? "No documents." : undefined}>
      {page.map((document) => {
        const id = toCellText(document["_id"]);
        return (
          <tr key={id}>
            <th scope="row">
              {selectedIds !== null && (
                <input
                  type="checkbox"
                  aria-label={`Select ${id}`}
                  checked={selectedIds.has(id)}
                  onChange={(event) => {
                    const others = [...selectedIds].filter((each) => each !== id);
                    select(new Set(event.target.checked ? [...others, id] : others));
                  }}
                />
              )}
              <button type="button" className="link" onClick={() => open(document)}>
                {id}
              </button>
            </th>
            {columns.slice(1).map((name) => (
              <td key={name} className={typeof document[name] === "string" ? "" : "code"}>
                {name === "_creationTime"
                  ? toTimeText(Number(document[name]))
                  : toCellText(document[name])}
              </td>
            ))}
          </tr>
        );
      })}
    </Grid>
  );
}

function toFields(document: Document): Document {
  return Object.fromEntries(Object.entries(document).filter(([name]) => !name.startsWith("_")));
}

function DocumentDialog(props: {
  readonly table: string;
  /** Null adds one. */
  readonly document: Document | null;
  readonly mayWrite: boolean;
  readonly close: () => void;
}) {
  const { table, document, mayWrite, close } = props;
  const mutate = useSystemMutation();
  const task = useTask();
  const [text, setText] = useState(() => toJsonText(document === null ? {} : toFields(document)));
  const save = async () => {
    const fields = fromJsonText(text);
    if (document === null) await mutate("addDocument:default", { table, documents: [fields] });
    else
      await mutate("replaceDocument:default", {
        id: toCellText(document["_id"]),
        document: fields,
      });
    close();
  };
  const title = document === null ? `New in ${table}` : toCellText(document["_id"]);
  return (
    <Dialog title={title} close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          task.start(save);
        }}
      >
        <TextField
          label="Fields"
          value={text}
          set={setText}
          isLong
          hint={'JSON as Convex exports it: {"$integer": …} and {"$bytes": …} for int64 and bytes.'}
        />
        {task.alert}
        <p className="bar">
          {mayWrite && (
            <button type="submit" disabled={task.isBusy}>
              Save
            </button>
          )}
          <button type="button" onClick={close}>
            Close
          </button>
        </p>
      </form>
    </Dialog>
  );
}
