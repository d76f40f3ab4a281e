/** Rows from a spreadsheet into the basket: pasted, matched to products, and what is in doubt decided first. */
import { PASTE_LINES_MAX } from "../../../../domain/limits";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { ErrorNotice } from "../../../ui/ErrorNotice";
import { Field } from "../../../ui/Field";
import { Textarea } from "../../../ui/Textarea";
import { matchedLines } from "./pasteMatches";
import { PastedSections } from "./PastedSections";
import { usePaste } from "./usePaste";
import { t } from "../../../../domain/language/texts";

export function PasteDialog({ onClose }: { onClose: () => void }) {
  const paste = usePaste(onClose);
  const { rows, matching, adding } = paste;
  const error = matching.error ?? adding.error;
  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title={t("Paste rows")}
      description={t(
        "One product a line: a name or SKU, and a quantity. A product that is in the basket already gets the pasted quantity.",
      )}
      footer={rows === null ? <MatchButton paste={paste} /> : <AddButtons paste={paste} />}
    >
      {error !== null && <ErrorNotice className="mb-3" message={error} />}
      {rows === null ? (
        <PasteField paste={paste} />
      ) : (
        <PastedSections rows={rows} onChange={paste.change} onLeaveOut={paste.leaveOut} />
      )}
    </Dialog>
  );
}

type Paste = ReturnType<typeof usePaste>;

function PasteField({ paste }: { paste: Paste }) {
  return (
    <Field
      label={t("Lines")}
      error={paste.problem}
      hint={t(
        "From a spreadsheet, or with commas or semicolons; at most {count} lines. Headings are skipped.",
        { count: PASTE_LINES_MAX },
      )}
    >
      <Textarea
        rows={10}
        spellCheck={false}
        className="font-mono"
        placeholder={t("RICE-10\t24\nSteel tumbler\t12")}
        value={paste.text}
        onChange={({ target }) => paste.type(target.value)}
      />
    </Field>
  );
}

function MatchButton({ paste: { progress, matching, match } }: { paste: Paste }) {
  return (
    <Button variant="primary" busy={matching.isBusy} onClick={() => void match()}>
      {progress === null ? t("Match lines") : t("{matched} of {all} matched", progress)}
    </Button>
  );
}

function AddButtons({ paste: { rows, adding, back, add } }: { paste: Paste }) {
  const count = matchedLines(rows ?? []).length;
  return (
    <>
      <Button disabled={adding.isBusy} onClick={back}>
        {t("Back to the text")}
      </Button>
      <Button variant="primary" busy={adding.isBusy} disabled={count === 0} onClick={add}>
        {t(
          "{count, plural, one {Put # product into the basket} other {Put # products into the basket}}",
          { count },
        )}
      </Button>
    </>
  );
}
