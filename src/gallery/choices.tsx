/** Entries of what is chosen: from a list, from a calendar, or from the files of the device. */
import { LONG_WORD } from "../testing/fixtures.setup";
import { Calendar } from "../ui/Calendar";
import { Combobox, type Suggestion } from "../ui/Combobox";
import { DayField } from "../ui/DayField";
import { DayInput } from "../ui/DayInput";
import { Field } from "../ui/Field";
import { FileInput } from "../ui/FileInput";
import { optionsOf, Select } from "../ui/Select";
import { ThemeSelect } from "../ui/ThemeSelect";
import { ThemeToggle } from "../ui/ThemeToggle";
import { Forced, type GalleryEntry, Held, ignore, LONG_NAME, Pressed } from "./entry";

const KINDS = optionsOf(["Food and Beverage", "Household", "Textiles", LONG_NAME]);

const DAYS = { today: "2026-03-04", min: "2026-03-02", max: "2026-04-30" };

const SUGGESTIONS: readonly Suggestion<string>[] = ["Basmati rice", LONG_NAME, LONG_WORD].map(
  (name) => ({ key: name, row: <span className="wrap-anywhere">{name}</span>, value: name }),
);

function combobox(text: string) {
  return (
    <Held initial={text}>
      {(value, setValue) => (
        <Combobox
          label="Product"
          placeholder="Product or SKU"
          text={value}
          onText={setValue}
          suggestions={SUGGESTIONS}
          onChoose={setValue}
          opensOnFocus
          maxLength={200}
        />
      )}
    </Held>
  );
}

function dayField(value: string, error?: string) {
  return (
    <Held initial={value}>
      {(day, setDay) => (
        <DayField
          label="Delivery before"
          value={day}
          onChange={setDay}
          bounds={DAYS}
          error={error}
        />
      )}
    </Held>
  );
}

function select(value: string, disabled = false) {
  return (
    <Held initial={value}>
      {(kind, setKind) => (
        <Select
          label="Type"
          placeholder="Choose a type"
          value={kind}
          onChange={setKind}
          options={KINDS}
          disabled={disabled}
        />
      )}
    </Held>
  );
}

function file(name: string): File {
  return new File([], name, { type: "application/octet-stream" });
}

export const CHOICES: readonly GalleryEntry[] = [
  {
    file: "ui/Select.tsx",
    states: {
      empty: select(""),
      chosen: select("Household"),
      hover: <Forced state="hover">{select("Household")}</Forced>,
      disabled: select("Household", true),
      invalid: (
        <Field label="Type of product" error="Please choose a type.">
          <Select value="" placeholder="Choose a type" options={KINDS} onChange={ignore} />
        </Field>
      ),
      "long text": select(LONG_NAME),
    },
    overlays: {
      open: () => <Pressed selector="select">{select("Household")}</Pressed>,
    },
  },
  {
    file: "ui/Combobox.tsx",
    states: { empty: combobox(""), filled: combobox("Basmati"), "long text": combobox(LONG_NAME) },
    overlays: { open: () => <Pressed selector="[role=combobox]">{combobox("")}</Pressed> },
  },
  {
    file: "ui/DayInput.tsx",
    states: {
      empty: <DayInput label="Day" value="" onChange={ignore} bounds={DAYS} />,
      disabled: (
        <DayInput label="Day" value="2026-03-04" onChange={ignore} bounds={DAYS} disabled />
      ),
    },
    overlays: {
      open: () => (
        <Pressed selector="button">
          <DayInput label="Day" value="2026-03-04" onChange={ignore} bounds={DAYS} />
        </Pressed>
      ),
    },
  },
  {
    file: "ui/DayField.tsx",
    states: {
      empty: dayField(""),
      filled: dayField("2026-03-04"),
      invalid: dayField("32/1", "Please enter a day."),
    },
  },
  {
    file: "ui/Calendar.tsx",
    // It takes the focus.
    overlays: {
      "a chosen day": () => <Calendar selected="2026-03-12" bounds={DAYS} onPick={ignore} />,
      "no chosen day": () => <Calendar selected={null} bounds={DAYS} onPick={ignore} />,
    },
  },
  {
    file: "ui/FileInput.tsx",
    states: {
      empty: (
        <Field label="Picture">
          <FileInput file={null} onChange={ignore} previewAlt="" />
        </Field>
      ),
      optional: (
        <Field label="Picture, if there is one">
          <FileInput file={null} onChange={ignore} previewAlt="" isOptional />
        </Field>
      ),
      invalid: (
        <Field label="Picture of the product" error="Please choose a picture.">
          <FileInput file={null} onChange={ignore} previewAlt="" />
        </Field>
      ),
      chosen: (
        <Field label="Chosen picture">
          <FileInput file={file("rice.png")} onChange={ignore} previewAlt="Basmati rice" />
        </Field>
      ),
      "long text": (
        <Field label="Picture with a long name">
          <FileInput file={file(`${LONG_WORD}.png`)} onChange={ignore} previewAlt="Basmati rice" />
        </Field>
      ),
    },
  },
  { file: "ui/ThemeSelect.tsx", states: { idle: <ThemeSelect label="Theme" /> } },
  { file: "ui/ThemeToggle.tsx", states: { idle: <ThemeToggle /> } },
];
