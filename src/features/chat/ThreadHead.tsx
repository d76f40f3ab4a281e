/** The partner of the conversation, and on phones the link back to the list. */
import { ArrowLeft } from "lucide-react";
import { useEffect, useRef } from "react";
import { Avatar } from "../../ui/Avatar";
import { Button } from "../../ui/Button";
import { Skeleton } from "../../ui/Skeleton";
import type { ConversationRow } from "./useConversations";
import { t } from "../../../domain/language/texts";

export type ThreadHeadProps = {
  /** Undefined until it is known. */
  row: Pick<ConversationRow, "name" | "business" | "imageUrl"> | undefined;
  listId: string;
  onShowList: () => void;
  takesFocus: boolean;
};

export function ThreadHead({ row, listId, onShowList, takesFocus }: ThreadHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <header className="flex h-16 shrink-0 items-center gap-3 border-b border-line bg-raised px-2 md:px-4">
      <Button
        size="icon"
        variant="quiet"
        aria-expanded={false}
        aria-controls={listId}
        title={t("Show conversations")}
        className="md:hidden"
        onClick={onShowList}
      >
        <ArrowLeft aria-hidden />
        <span className="sr-only">{t("Show conversations")}</span>
      </Button>
      {row === undefined ? (
        <Skeleton className="h-4 w-40" />
      ) : (
        <>
          <Avatar src={row.imageUrl} name={row.name} className="size-10" />
          <div className="min-w-0">
            <h2 ref={heading} tabIndex={-1} className="truncate text-md font-semibold outline-none">
              {row.name}
            </h2>
            <p className="truncate text-sm text-muted">{row.business}</p>
          </div>
        </>
      )}
    </header>
  );
}
