/** A draft in a tab, beside another tab that shows the same one. */
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { MEENA } from "../testing/fixtures.setup";
import { clientFor, show } from "../testing/screen.setup";
import { useDraft } from "./useDraft";

const KEY = `account:${MEENA._id}:draft:note`;
const field = page.getByLabelText("Note");

function Note() {
  const [text, setText] = useDraft("note");
  return (
    <textarea aria-label="Note" value={text} onChange={({ target }) => setText(target.value)} />
  );
}

/** Changes the entry as another tab does: this one hears of it. */
function changeElsewhere(text: string | null): void {
  const before = localStorage.getItem(KEY);
  if (text === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, JSON.stringify({ text, at: Date.now() }));
  const [oldValue, newValue] = [before, localStorage.getItem(KEY)];
  window.dispatchEvent(new StorageEvent("storage", { key: KEY, oldValue, newValue }));
}

test("a draft is there again when its page is opened again", async () => {
  const client = clientFor(MEENA);
  show(<Note />, client);
  await field.fill("Half a sentence");
  sessionStorage.clear();
  show(<Note />, client);
  await expect.element(field).toHaveValue("Half a sentence");
});

test("a draft that another tab goes on with or sends is the same here", async () => {
  show(<Note />, clientFor(MEENA));
  await field.fill("Half");
  changeElsewhere("Half a sentence");
  await expect.element(field).toHaveValue("Half a sentence");
  changeElsewhere("Half a sentence, and more");
  await expect.element(field).toHaveValue("Half a sentence, and more");
  changeElsewhere(null);
  await expect.element(field).toHaveValue("");
});

test("a text that is another one by now stays when another tab sends its own", async () => {
  show(<Note />, clientFor(MEENA));
  await field.fill("Mine");
  localStorage.setItem(KEY, JSON.stringify({ text: "Theirs", at: Date.now() }));
  changeElsewhere(null);
  await expect.element(field).toHaveValue("Mine");
});
