/** The console's frame: sign-in, tabs, and the choice of the component. */
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { ConvexProvider } from "convex/react";
import { DataTab } from "./data";
import { FunctionsTab } from "./functions";
import { HealthTab, LogsTab } from "./logs";
import { FilesTab, SchedulesTab, TransferTab, VariablesTab } from "./operations";
import { SelectField, TextField } from "./parts";
import type { Session } from "./session";
import { openSession, SessionProvider, useHash, useLive, useTask } from "./session";

const TABS = [
  ["data", "Data"],
  ["functions", "Functions"],
  ["logs", "Logs"],
  ["schedules", "Schedules"],
  ["files", "Files"],
  ["variables", "Variables"],
  ["transfer", "Export and import"],
  ["health", "Health"],
] as const;

/** Forgotten with the tab; the session itself is only in memory. */
const STORED_KEY = "adminKey";

function Console() {
  const [session, setSession] = useState<Session | null>(null);
  const [isLoading, setIsLoading] = useState(true);
  useEffect(() => {
    void openSession(sessionStorage.getItem(STORED_KEY))
      .catch(() => null)
      .then((opened) => {
        setSession(opened);
        setIsLoading(false);
      });
  }, []);
  if (isLoading) return <main className="quiet">Loading …</main>;
  if (session === null) return <SignIn enter={setSession} />;
  return (
    <ConvexProvider client={session.client}>
      <Frame session={session} />
    </ConvexProvider>
  );
}

function SignIn({ enter }: { readonly enter: (session: Session) => void }) {
  const task = useTask();
  const [key, setKey] = useState("");
  const signIn = async () => {
    const session = await openSession(key.trim());
    if (session === null) throw new Error("The server does not take this key.");
    sessionStorage.setItem(STORED_KEY, key.trim());
    enter(session);
  };
  return (
    <main className="narrow">
      <h1>Console</h1>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          task.start(signIn);
        }}
      >
        <TextField
          label="Admin key"
          type="password"
          value={key}
          set={setKey}
          hint="mandi-embedded --print-admin-key prints it. It is kept until this tab is closed."
        />
        {task.alert}
        <p>
          <button type="submit" disabled={key.trim() === "" || task.isBusy}>
            Open
          </button>
        </p>
      </form>
    </main>
  );
}

function Frame({ session }: { readonly session: Session }) {
  const [tab = "", detail] = useHash();
  const [component, setComponent] = useState("");
  const components = useLive<{ path: string }[]>("_system/frontend/components:list");
  const [current, title] = TABS.find(([name]) => name === tab) ?? TABS[0];
  const paths = components instanceof Error ? [] : (components ?? []).map(({ path }) => path);
  useEffect(() => {
    document.title = `${title} · Console`;
  }, [title]);
  return (
    <SessionProvider value={{ ...session, component }}>
      <header>
        <h1>Console</h1>
        {session.isReadOnly && <span className="badge">read-only</span>}
        {paths.length > 1 && (
          <SelectField
            label="Component"
            value={component}
            set={setComponent}
            options={paths.map((path) => [path, path === "" ? "app" : path])}
          />
        )}
        <nav aria-label="Console" className="tabs">
          {TABS.map(([name, text]) => (
            <a key={name} href={`#/${name}`} aria-current={name === current ? "page" : undefined}>
              {text}
            </a>
          ))}
        </nav>
      </header>
      <main>
        <Tab name={current} detail={detail} />
      </main>
    </SessionProvider>
  );
}

function Tab({ name, detail }: { name: (typeof TABS)[number][0]; detail: string | undefined }) {
  switch (name) {
    case "data":
      return <DataTab table={detail} />;
    case "functions":
      return <FunctionsTab name={detail} />;
    case "logs":
      return <LogsTab />;
    case "schedules":
      return <SchedulesTab />;
    case "files":
      return <FilesTab />;
    case "variables":
      return <VariablesTab />;
    case "transfer":
      return <TransferTab />;
    case "health":
      return <HealthTab />;
  }
}

const root = document.getElementById("root");
if (root !== null) createRoot(root).render(<Console />);
