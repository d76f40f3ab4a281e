/** The copies that are printed and saved as PDF, for the distributor of a document that has marked ones. */
import { COPIES, COPY_MARKS, type Copy } from "../../../domain/gst/copies";
import { Select } from "../../ui/Select";

export type CopyChoice = Copy | "all";

const OPTIONS = [
  ...COPIES.map((value) => ({ value, label: COPY_MARKS[value] })),
  { value: "all" as const, label: "All three copies" },
];

export function copiesOf(choice: CopyChoice): readonly Copy[] {
  return choice === "all" ? COPIES : [choice];
}

export type CopySelectProps = { value: CopyChoice; onChange: (choice: CopyChoice) => void };

export function CopySelect(props: CopySelectProps) {
  return <Select<CopyChoice> {...props} label="Copies" options={OPTIONS} className="w-60" />;
}
