import { createRoot } from "react-dom/client";
import { invariant } from "../../domain/invariant";
import { ready } from "../startLanguage";
import "../ui/fonts/fonts.css";
import "../ui/tokens.css";
import "./gallery.css";

const root = document.getElementById("root");
invariant(root !== null, "gallery.html has no #root.");

const isStage = new URLSearchParams(window.location.search).has("stage");
await ready;
// Modules of components write texts as they are loaded.
const Page = isStage
  ? (await import("./Stage")).Stage
  : (await import("./GalleryPage")).GalleryPage;
createRoot(root).render(<Page />);
