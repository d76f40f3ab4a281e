import { createRoot } from "react-dom/client";
import { invariant } from "../../domain/invariant";
import { GalleryPage } from "./GalleryPage";
import { Stage } from "./Stage";
import "../ui/fonts/fonts.css";
import "../ui/tokens.css";
import "./gallery.css";

const root = document.getElementById("root");
invariant(root !== null, "gallery.html has no #root.");

const isStage = new URLSearchParams(window.location.search).has("stage");
createRoot(root).render(isStage ? <Stage /> : <GalleryPage />);
