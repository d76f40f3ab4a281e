import { startTransition, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { invariant } from "../domain/invariant";
import { App } from "./app/App";
import { preload } from "./app/preload";
import { watchInstallOffer } from "./device/installOffer";
import "./ui/fonts/fonts.css";
import "./ui/tokens.css";

const root = document.getElementById("root");
invariant(root !== null, "index.html has no #root.");

watchInstallOffer();

// The prerendered HTML of index.html stays until the page can render.
void preload(window.location.pathname).then(() => {
  // A transition renders in small slices, so that the page stays responsive.
  startTransition(() => {
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    );
  });
});
