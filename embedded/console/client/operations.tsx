/** Schedules, files, variables, and moving data. */
import { useState } from "react";
import { DOCUMENTS } from "./data";
import type { Page } from "./data";
import { Grid, Pager, SelectField, TextField, toTimeText } from "./parts";
import type { Cursors } from "./parts";
import { Await, useLive, useRequest, useSession, useSystemMutation, useTask } from "./session";
import { toCellText } from "./values";
import type { JSONValue } from "convex/values";

interface Job {
  readonly id: string;
  readonly componentId: string;
  readonly path: string;
  readonly args: string;
  readonly due: number;
  readonly isRunning: boolean;
}

interface CronJob {
  readonly name: string;
  readonly componentId: string;
  readonly path: string;
  readonly args: string;
  readonly schedule: string;
  readonly next: number;
}

function inComponent(path: string, componentId: string): string {
  return componentId === "" ? path : `${componentId}/${path}`;
}

export function SchedulesTab() {
  return (
    <>
      <h2>Scheduled functions</h2>
      <ScheduledFunctions />
      <h2>Cron jobs</h2>
      <CronJobs />
    </>
  );
}

function ScheduledFunctions() {
  const { isReadOnly } = useSession();
  const mutate = useSystemMutation();
  const task = useTask();
  const live = useLive<{ page: Job[] }>("_system/frontend/paginatedScheduledJobs:default");
  const change = (name: string, { id, componentId }: Job) =>
    task.start(() => mutate(`scheduler:${name}`, { id, componentId }));
  return (
    <>
      {task.alert}
      <Await live={live}>
        {({ page }) => (
          <Grid
            label="Scheduled functions"
            head={["Function", "Due", "Arguments", "Actions"]}
            empty={page.length === 0 ? "Nothing is scheduled." : undefined}
          >
            {page.map((job) => (
              <tr key={job.id}>
                <th scope="row">{inComponent(job.path, job.componentId)}</th>
                <td>{job.isRunning ? "running" : toTimeText(job.due)}</td>
                <td className="code">{job.args}</td>
                <td>
                  {!isReadOnly && (
                    <>
                      <button
                        type="button"
                        disabled={job.isRunning || task.isBusy}
                        onClick={() => change("runJobNow", job)}
                      >
                        Run now
                      </button>
                      <button
                        type="button"
                        className="danger"
                        disabled={task.isBusy}
                        onClick={() => change("cancelJob", job)}
                      >
                        Cancel
                      </button>
                    </>
                  )}
                </td>
              </tr>
            ))}
          </Grid>
        )}
      </Await>
    </>
  );
}

function CronJobs() {
  const { isReadOnly } = useSession();
  const request = useRequest();
  const task = useTask();
  const live = useLive<CronJob[]>("_system/frontend/listCronJobs:default");
  const runNow = ({ path, componentId, args }: CronJob) =>
    task.start(async () => {
      const answer = await request("/api/function", {
        method: "POST",
        body: JSON.stringify({
          path,
          componentPath: componentId,
          args: JSON.parse(args) as JSONValue,
          format: "convex_encoded_json",
        }),
      });
      const { errorMessage } = (await answer.json()) as { errorMessage?: string };
      if (errorMessage !== undefined) throw new Error(errorMessage);
    });
  return (
    <>
      {task.alert}
      <Await live={live}>
        {(crons) => (
          <Grid
            label="Cron jobs"
            head={["Name", "Function", "Schedule", "Next run", "Actions"]}
            empty={crons.length === 0 ? "There are no cron jobs." : undefined}
          >
            {crons.map((cron) => (
              <tr key={`${cron.componentId}/${cron.name}`}>
                <th scope="row">{cron.name}</th>
                <td>{inComponent(cron.path, cron.componentId)}</td>
                <td className="code">{cron.schedule}</td>
                <td>{toTimeText(cron.next)}</td>
                <td>
                  {!isReadOnly && (
                    <button type="button" disabled={task.isBusy} onClick={() => runNow(cron)}>
                      Run now
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </Grid>
        )}
      </Await>
    </>
  );
}

const FILES_PAGE = 50;

export function FilesTab() {
  const { component, isReadOnly } = useSession();
  const mutate = useSystemMutation();
  const request = useRequest();
  const task = useTask();
  const [cursors, setCursors] = useState<Cursors>([null]);
  const live = useLive<Page>(DOCUMENTS, {
    componentId: component,
    table: "_storage",
    index: "by_creation_time",
    paginationOpts: { cursor: cursors.at(-1) ?? null, numItems: FILES_PAGE },
  });
  const ids = live === undefined || live instanceof Error ? [] : live.page.map(({ _id }) => _id);
  const urls = useLive<Record<string, string | null>>("_system/frontend/fileStorageV2:fileUrls", {
    componentId: component,
    storageIds: ids.map(toCellText),
  });
  const upload = (file: File) =>
    task.start(async () => {
      const address = String(await mutate("fileStorageV2:generateUploadUrl", {}));
      // The address names the web origin; this listener takes uploads, too.
      const { pathname, search } = new URL(address);
      await request(pathname + search, { method: "POST", body: file });
    });
  const remove = (id: string) => {
    if (confirm(`Delete the file ${id}?`))
      task.start(() => mutate("fileStorageV2:deleteFiles", { storageIds: [id] }));
  };
  return (
    <>
      <h2>Files</h2>
      {!isReadOnly && (
        <p>
          <label>
            Upload a file{" "}
            <input
              type="file"
              disabled={task.isBusy}
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                if (file !== undefined) upload(file);
                target.value = "";
              }}
            />
          </label>
        </p>
      )}
      {task.alert}
      <Await live={live}>
        {({ page, isDone, continueCursor }) => (
          <>
            <Grid
              label="Files"
              head={["File", "Type", "Bytes", "Created", "Actions"]}
              empty={page.length === 0 ? "No files." : undefined}
            >
              {page.map(({ _id, _creationTime, contentType, size }) => {
                const id = toCellText(_id);
                const url = urls === undefined || urls instanceof Error ? null : urls[id];
                return (
                  <tr key={id}>
                    <th scope="row">{id}</th>
                    <td>{toCellText(contentType)}</td>
                    <td className="code">{toCellText(size)}</td>
                    <td>{toTimeText(Number(_creationTime))}</td>
                    <td>
                      {url != null && (
                        <a href={url} target="_blank" rel="noopener noreferrer">
                          Open
                        </a>
                      )}
                      {!isReadOnly && (
                        <button
                          type="button"
                          className="danger"
                          aria-label={`Delete ${id}`}
                          disabled={task.isBusy}
                          onClick={() => remove(id)}
                        >
                          Delete
                        </button>
                      )}
                    </td>
                  </tr>
                );
              })}
            </Grid>
            <Pager
              cursors={cursors}
              set={setCursors}
              isDone={isDone}
              continueCursor={continueCursor}
            />
          </>
        )}
      </Await>
    </>
  );
}

export function VariablesTab() {
  const { isReadOnly } = useSession();
  const request = useRequest();
  const task = useTask();
  const [name, setName] = useState("");
  const [value, setValue] = useState("");
  const live = useLive<{ name: string; value: string }[]>(
    "_system/cli/queryEnvironmentVariables:default",
  );
  const change = (changes: { name: string; value: string | null }) =>
    task.start(async () => {
      await request("/api/update_environment_variables", {
        method: "POST",
        body: JSON.stringify({ changes: [changes] }),
      });
      setName("");
      setValue("");
    });
  return (
    <>
      <h2>Variables</h2>
      {!isReadOnly && (
        <form
          className="bar"
          onSubmit={(event) => {
            event.preventDefault();
            change({ name, value });
          }}
        >
          <TextField label="Name" value={name} set={setName} />
          <TextField label="Value" value={value} set={setValue} />
          <button type="submit" disabled={name === "" || task.isBusy}>
            Set
          </button>
        </form>
      )}
      {task.alert}
      <Await live={live}>
        {(variables) => (
          <Grid
            label="Variables"
            head={["Name", "Value", "Actions"]}
            empty={variables.length === 0 ? "No variables." : undefined}
          >
            {variables.map((variable) => (
              <tr key={variable.name}>
                <th scope="row">{variable.name}</th>
                <td>
                  <details>
                    <summary>Show</summary>
                    <code>{variable.value}</code>
                  </details>
                </td>
                <td>
                  {!isReadOnly && (
                    <button
                      type="button"
                      className="danger"
                      aria-label={`Remove ${variable.name}`}
                      disabled={task.isBusy}
                      onClick={() => {
                        if (confirm(`Remove ${variable.name}?`))
                          change({ name: variable.name, value: null });
                      }}
                    >
                      Remove
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </Grid>
        )}
      </Await>
    </>
  );
}

/** Saves what was fetched, which a link could not fetch with the session's key. */
function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

export function TransferTab() {
  const { isReadOnly } = useSession();
  if (isReadOnly)
    return <p className="quiet">This console is read-only: use npx convex export and import.</p>;
  return (
    <>
      <h2>Export</h2>
      <ExportForm />
      <h2>Import</h2>
      <ImportForm />
    </>
  );
}

function ExportForm() {
  const request = useRequest();
  const task = useTask();
  const [withFiles, setWithFiles] = useState(false);
  const exportAll = () =>
    task.start(async () => {
      const post = { method: "POST" };
      await request(`/api/export/request/zip?includeStorage=${withFiles}`, post);
      const body = { path: "_system/cli/exports:getLatest", args: {}, format: "json" };
      const answer = await request("/api/query", { ...post, body: JSON.stringify(body) });
      const { value } = (await answer.json()) as { value: { zip_object_key: string } };
      const key = value.zip_object_key;
      save(await (await request(`/api/export/zip/${key}`)).blob(), `snapshot_${key}.zip`);
    });
  return (
    <>
      <p className="quiet">
        One snapshot of all tables, as npx convex export makes it. Use that command for what does
        not fit into memory.
      </p>
      <p className="bar">
        <label>
          <input
            type="checkbox"
            checked={withFiles}
            onChange={(event) => setWithFiles(event.target.checked)}
          />
          With files
        </label>
        <button type="button" disabled={task.isBusy} onClick={exportAll}>
          Export
        </button>
      </p>
      {task.alert}
    </>
  );
}

const FORMATS = [
  ["zip", "ZIP of an export"],
  ["jsonLines", "JSON lines"],
  ["jsonArray", "JSON array"],
  ["csv", "CSV"],
] as const;
const MODES = [
  ["requireEmpty", "only into empty tables"],
  ["append", "append"],
  ["replace", "replace these tables"],
] as const;

function ImportForm() {
  const { component } = useSession();
  const request = useRequest();
  const task = useTask();
  const [file, setFile] = useState<File | null>(null);
  const [format, setFormat] = useState<string>("zip");
  const [mode, setMode] = useState<string>("requireEmpty");
  const [table, setTable] = useState("");
  const [written, setWritten] = useState<number | null>(null);
  const start = () =>
    task.start(async () => {
      setWritten(null);
      const query = new URLSearchParams({ format, mode, componentPath: component });
      if (format !== "zip") query.set("tableName", table);
      const answer = await request(`/api/import?${query}`, { method: "POST", body: file });
      setWritten(((await answer.json()) as { numWritten: number }).numWritten);
    });
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        const warning = "Replace what these tables hold?";
        if (mode !== "replace" || confirm(warning)) start();
      }}
    >
      <label>
        File <input type="file" onChange={({ target }) => setFile(target.files?.[0] ?? null)} />
      </label>
      <SelectField label="Format" value={format} set={setFormat} options={FORMATS} />
      {format !== "zip" && <TextField label="Table" value={table} set={setTable} />}
      <SelectField label="Existing rows" value={mode} set={setMode} options={MODES} />
      {task.alert}
      <p role="status">{written !== null && `Documents written: ${written}.`}</p>
      <p>
        <button type="submit" disabled={file === null || task.isBusy}>
          Import
        </button>
      </p>
    </form>
  );
}
