/** All entries of the gallery, and the files of components that have none. */
import { CHOICES } from "./choices";
import { CONTROLS } from "./controls";
import { DRAWINGS } from "./drawings";
import type { GalleryEntry } from "./entry";
import { LISTS } from "./lists";
import { MESSAGES } from "./messages";
import { TEXTS } from "./texts";

export const ENTRIES: readonly GalleryEntry[] = [
  ...CONTROLS,
  ...CHOICES,
  ...TEXTS,
  ...DRAWINGS,
  ...LISTS,
  ...MESSAGES,
];

/** Components without an entry of their own, with the reason. */
export const WITHOUT_ENTRY: Readonly<Record<string, string>> = {
  "forms/FigureInput.tsx": "An Input in a Field, which have entries.",
  "forms/FormField.tsx": "An Input or a Textarea in a Field, which have entries.",
  "ui/DialogFooter.tsx": "The last row of a Dialog, which has an entry.",
  "ui/dialogFrames.tsx": "The frames of Dialog, ConfirmDialog and SidePanel, which have entries.",
};
