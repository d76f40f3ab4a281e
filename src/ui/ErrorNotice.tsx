/** The text of a failure, with a Retry button. */
import { RotateCw } from "lucide-react";
import { Button } from "./Button";
import { Notice } from "./Notice";
import { t } from "../../domain/language/texts";

export type ErrorNoticeProps = {
  message: string;
  onRetry?: (() => void) | undefined;
  className?: string;
};

export function ErrorNotice({ message, onRetry, className }: ErrorNoticeProps) {
  return (
    <Notice
      kind="error"
      message={message}
      {...(className !== undefined && { className })}
      {...(onRetry !== undefined && {
        actions: (
          <Button size="sm" onClick={onRetry}>
            <RotateCw aria-hidden /> {t("Retry")}
          </Button>
        ),
      })}
    />
  );
}
