/* global window, requestAnimationFrame, setTimeout */
// The page that was asked for, on the screen before the app's code is here: as index.html holds it, for whoever was here last.
// The app draws over it as soon as it can answer; until then nothing in it can be pressed or typed into.
(() => {
  const { app } = document.currentScript.dataset;

  function storedUser() {
    try {
      return JSON.parse(localStorage.getItem("userdata"));
    } catch {
      // Storage is forbidden or damaged: a visitor.
      return null;
    }
  }

  function templateFor(user) {
    const { pathname, search } = window.location;
    const isBare = pathname.startsWith("/auth/");
    const otherwise = user !== null ? "member *" : isBare ? "" : "visitor *";
    return (
      document.getElementById(`${user?.role ?? "visitor"} ${pathname}${search}`) ??
      document.getElementById(otherwise)
    );
  }

  function show(template, user) {
    const screen = document.createElement("div");
    screen.inert = true;
    screen.role = "group";
    screen.ariaDisabled = "true";
    screen.append(template.content.cloneNode(true));
    const heading = screen.querySelector("h1");
    const [name] = String(user?.name ?? "").split(" ");
    if (heading !== null) heading.textContent = heading.textContent.replace("%name%", () => name);
    document.getElementById("root").append(screen);
  }

  const user = storedUser();
  const template = templateFor(user);
  if (template !== null) show(template, user);

  /** The libraries first, then the app that needs them: two short pieces of work, between which the screen still answers. */
  async function start(files) {
    for (const file of files) {
      await new Promise((resolve) => setTimeout(resolve));
      await import(file);
    }
  }

  // While Vite serves the app, index.html starts it by itself.
  if (app === undefined) return;
  const files = app.split(" ");
  // After the next frame, which a page in the background does not have.
  if (document.hidden) void start(files);
  else requestAnimationFrame(() => void start(files));
})();
