/** A message cut after 50 characters, with the rest behind Read More. */
import { useState } from "react";
import { previewOf } from "./completedFilter";

export function CutMessage({ text }: { text: string }) {
  const [open, setOpen] = useState(false);
  const preview = previewOf(text);
  return (
    <p className="text-sm wrap-anywhere whitespace-pre-line rows:w-60 rows:text-xs/4">
      {open ? text : (preview ?? (text === "" ? "No message" : text))}
      {preview !== null && (
        <>
          {" "}
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="font-medium whitespace-nowrap text-accent-ink hover:underline"
          >
            {open ? "Show Less" : "Read More"}
          </button>
        </>
      )}
    </p>
  );
}
