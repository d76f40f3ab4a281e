/**
 * Draws the entries that the address names after its #: all of them without one, those of one component ("#Button"), or an overlay
 * alone ("#Dialog/busy").
 */
import { ConvexProvider } from "convex/react";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { MemoryRouter } from "react-router-dom";
import { FakeClient, storeToken } from "../testing/fakeClient.setup";
import { ToastProvider } from "../ui/Toast";
import { type GalleryEntry, nameOf } from "./entry";
import { forceStates } from "./forcedStates";
import { ENTRIES } from "./registry";

function subscribe(changed: () => void): () => void {
  window.addEventListener("hashchange", changed);
  return () => window.removeEventListener("hashchange", changed);
}

/** Returns the address after its #. */
export function useHash(): string {
  return useSyncExternalStore(subscribe, () => decodeURIComponent(window.location.hash.slice(1)));
}

/** Shows the entries of the component, or all. */
export function goTo(name: string): void {
  window.location.hash = name;
}

/** A visitor's client, whose queries have no answers. */
function visitorClient(): FakeClient {
  storeToken(null);
  return new FakeClient();
}

export function Stage() {
  const [client] = useState(visitorClient);
  useEffect(() => {
    forceStates();
    import.meta.hot?.on("vite:afterUpdate", forceStates);
  }, []);
  const hash = useHash();
  const [name = "", state] = hash.split("/");
  const entry = ENTRIES.find((each) => nameOf(each) === name);
  const overlay = state === undefined ? undefined : entry?.overlays?.[state];
  return (
    <ConvexProvider client={client}>
      <MemoryRouter>
        {/* Each overlay is alone with its toasts. */}
        <ToastProvider key={hash}>
          <main className="gallery-stage">
            <h1 className="gallery-title">{entry === undefined ? "All components" : name}</h1>
            {overlay === undefined ? (
              (entry === undefined ? ENTRIES : [entry]).map((each) => (
                <Entry key={each.file} entry={each} />
              ))
            ) : (
              <div className="gallery-alone">{overlay(() => goTo(name))}</div>
            )}
          </main>
        </ToastProvider>
      </MemoryRouter>
    </ConvexProvider>
  );
}

function Entry({ entry }: { entry: GalleryEntry }) {
  const { file, states = {}, overlays = {}, isWide = false } = entry;
  const name = nameOf(entry);
  return (
    <section className="gallery-entry" data-entry={name} aria-labelledby={`${name}-title`}>
      <h2 id={`${name}-title`}>
        {name} <span className="gallery-file">src/{file}</span>
      </h2>
      <div className="gallery-states" data-wide={isWide || undefined}>
        {Object.entries(states).map(([state, content]) => (
          <State key={state} name={state}>
            {content}
          </State>
        ))}
        {Object.keys(overlays).map((state) => (
          <State key={state} name={state}>
            <a className="gallery-open" href={`#${name}/${encodeURIComponent(state)}`}>
              Open “{state}”
            </a>
          </State>
        ))}
      </div>
    </section>
  );
}

function State({ name, children }: { name: string; children: ReactNode }) {
  return (
    <figure className="gallery-state">
      <figcaption>{name}</figcaption>
      <div data-state={name} data-samples={Array.isArray(children) || undefined}>
        {children}
      </div>
    </figure>
  );
}
