/** One open conversation: its head, its messages, and where one writes. Drawn anew for every other conversation. */
import { useMemo, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { NOT_KEPT, OUTBOX_FULL } from "../../outbox/entry";
import { useOutbox } from "../../outbox/useOutbox";
import { useLiveQuery } from "../../live/useLiveQuery";
import { useLiveList } from "../../live/useLiveList";
import { useMarketClient } from "../../live/useMarketClient";
import type { Me } from "../../session/userdata";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Notice } from "../../ui/Notice";
import type { ConversationRow } from "./useConversations";
import { Composer } from "./Composer";
import { Messages, MESSAGES_PAGE } from "./Messages";
import { NotConnected } from "./NotConnected";
import { sendPicture, useOutgoingMessages, type OutgoingMessage } from "./outgoing";
import { threadItems } from "./thread";
import { ThreadHead } from "./ThreadHead";
import { useMarkRead } from "./useMarkRead";
import type { SharedPicture } from "./useSharedPicture";
import { useIsInView } from "./useWhenSeen";
import { t } from "../../../domain/language/texts";

export const THREAD_FAILURE = t("Error loading user data");

export type ThreadProps = {
  me: Me;
  /** The partner of the conversation. */
  email: string;
  /** The row of the conversation list. */
  listedRow: ConversationRow | undefined;
  listId: string;
  onShowList: () => void;
  /** It was just chosen from the list, by keyboard and mouse or by touch. */
  chosenBy: "pointer" | "touch" | null;
  /** A picture that was shared with the app. */
  shared: SharedPicture | null;
};

export function Thread(props: ThreadProps) {
  const { me, email, listedRow, listId, onShowList, chosenBy, shared } = props;
  const {
    value: conversation,
    error,
    retry,
  } = useLiveQuery(api.chat.conversation, { with: email }, { isKeptOffline: true });
  const row = conversation ?? listedRow;
  const head = (
    <ThreadHead
      row={row}
      listId={listId}
      onShowList={onShowList}
      takesFocus={chosenBy === "touch"}
    />
  );
  if (conversation === null)
    return <NotConnected role={me.role} email={email} onShowList={onShowList} />;
  const failure = error !== null && (
    <ErrorNotice message={THREAD_FAILURE} onRetry={retry} className="m-3" />
  );
  if (row === undefined) {
    return (
      <>
        {head}
        {failure}
      </>
    );
  }
  return (
    <>
      {head}
      {failure}
      <OpenThread me={me} row={row} takesFocus={chosenBy === "pointer"} shared={shared} />
    </>
  );
}

/**
 * Returns what the user wrote to this partner and the server has not answered. The first answer of all creates the conversation,
 * whose messages then have to be fetched: until they are here, the outgoing ones stay on the screen.
 */
function useOutgoingTo(to: string, isLoading: boolean): readonly OutgoingMessage[] {
  const all = useOutgoingMessages();
  const own = useMemo(() => all.filter((message) => message.to === to), [all, to]);
  const [held, setHeld] = useState(own);
  if (!isLoading && held !== own) setHeld(own);
  return isLoading && own.length === 0 ? held : own;
}

type OpenThreadProps = {
  me: Me;
  row: ConversationRow;
  takesFocus: boolean;
  shared: SharedPicture | null;
};

function OpenThread({ me, row, takesFocus, shared }: OpenThreadProps) {
  const { conversationId, email, name, mayWrite, unread } = row;
  const [unreadAtOpening] = useState(unread);
  const [element, setElement] = useState<HTMLElement | null>(null);
  useMarkRead(row, useIsInView(element));
  const { outbox, isKept } = useOutbox();
  const { session } = useMarketClient();
  const list = useLiveList(
    api.chat.messages,
    conversationId === undefined ? "skip" : { conversationId },
    { pageSize: MESSAGES_PAGE },
  );
  const isLoading = conversationId !== undefined && list.status === "LoadingFirstPage";
  const outgoing = useOutgoingTo(email, isLoading);
  return (
    <div ref={setElement} className="flex min-h-0 flex-1 flex-col">
      <Messages
        from={name}
        items={threadItems(list.results, outgoing)}
        list={conversationId === undefined ? null : list}
        unreadAtOpening={unreadAtOpening}
        outbox={outbox}
      />
      {!isKept && outgoing.some(({ state }) => state !== "refused") && (
        <Notice kind="warning" message={NOT_KEPT} className="m-3" />
      )}
      {mayWrite ? (
        <Composer
          draftKey={`chat:${me._id}:${email}`}
          takesFocus={takesFocus}
          shared={shared}
          onSend={(content) =>
            outbox?.add({ kind: "message", to: email, content }) === true ? null : OUTBOX_FULL
          }
          onSendPicture={async (content, picture) =>
            outbox === null || session === null
              ? OUTBOX_FULL
              : sendPicture(outbox, session, { to: email, content }, picture)
          }
        />
      ) : (
        <p
          role="status"
          className="border-t border-line bg-raised px-4 py-4 text-center text-muted"
        >
          {t("You are no longer connected. What was said stays here to read.")}
        </p>
      )}
    </div>
  );
}
