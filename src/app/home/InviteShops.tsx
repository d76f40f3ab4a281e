/** The dialog with a distributor's invitation, and the code in it, which belongs to the invoices. */
import { InviteDialog, type InviteDialogProps } from "../../features/home/start/InviteDialog";
import { DrawnCode } from "../../features/invoices/DrawnCode";
import { t } from "../../../domain/language/texts";

export function InviteShops(props: Omit<InviteDialogProps, "code">) {
  return (
    <InviteDialog
      {...props}
      code={<DrawnCode link={props.link} label={t("Code of your invitation")} />}
    />
  );
}
