import { startTransition, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App";
import { loadAhead } from "./app/loadAhead";
import "./ui/fonts/fonts.css";
import "./ui/tokens.css";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");

// What index.html shows of the page stays until the page itself can be drawn.
void loadAhead(window.location.pathname).then(() => {
  // A transition is drawn in small pieces, between which the screen still answers.
  startTransition(() => {
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    );
  });
});
