/**
 * /chat: the conversations at the left, the open one at the right. Which one is open stands in the address
 * (`?with=e-mail`), so that Message buttons lead there and Back leaves it. Below 768 px the list collapses when one was chosen.
 */
import * as links from "../../../domain/links";
import { MessageCircle, PanelLeftClose } from "lucide-react";
import { useId, useMemo, useRef, useState, useLayoutEffect, type RefObject } from "react";
import { useSearchParams } from "react-router-dom";
import { normalEmail } from "../../../domain/text";
import { cx } from "../../lib/cx";
import type { Me } from "../../session/userdata";
import { useSession } from "../../live/useSession";
import { SHARE_PARAMETER } from "../../worker/shared";
import { Button, LinkButton } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorBoundary } from "../../ui/ErrorBoundary";
import { PageHeader } from "../../ui/PageHeader";
import type { ConversationRow } from "./useConversations";
import { ConversationList } from "./ConversationList";
import { listedRows } from "./listedRows";
import { ShareNotice } from "./PicturePreview";
import { Thread, THREAD_FAILURE, type ThreadProps } from "./Thread";
import { useConversations } from "./useConversations";
import { useOutgoingMessages } from "./outgoing";
import { useSharedPicture } from "./useSharedPicture";
import { t } from "../../../domain/language/texts";

/** Sets `--top` of an element to its offset from the top of the page, so that it can fill the rest of the screen. */
function useRestOfScreen(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = () => {
      const top = element.getBoundingClientRect().top + window.scrollY;
      element.style.setProperty("--top", `${Math.round(top)}px`);
    };
    measure();
    // A banner that comes pushes the page longer; one that goes leaves the parent room to grow.
    const observer = new ResizeObserver(measure);
    observer.observe(document.documentElement);
    if (element.parentElement !== null) observer.observe(element.parentElement);
    return () => observer.disconnect();
  }, [ref]);
}

export function ChatPage() {
  const session = useSession();
  if (session.state !== "signedIn") return null;
  if (session.me.role === "admin") return <NotForAdmins />;
  return <Chat me={session.me} />;
}

function NotForAdmins() {
  return (
    <>
      <PageHeader title={t("Messages")} />
      <EmptyState
        icon={MessageCircle}
        title={t("Retailers and distributors write to each other here.")}
        hint={t("As an admin you read what they have to say to you.")}
        action={
          <LinkButton variant="primary" to={links.ADMIN_FEEDBACK}>
            {t("Read the feedback")}
          </LinkButton>
        }
      />
    </>
  );
}

/** A keyboard is at hand where the pointer is fine: there the text box takes the focus, elsewhere it would cover half the screen. */
function pointerAtHand(): ThreadProps["chosenBy"] {
  return window.matchMedia("(pointer: fine)").matches ? "pointer" : "touch";
}

/** Returns the connected ones, with what one wrote to them and the server has not answered. */
function useListed(connected: readonly ConversationRow[]) {
  const outgoing = useOutgoingMessages();
  return useMemo(() => listedRows(connected, outgoing), [connected, outgoing]);
}

/** Returns where a conversation is opened; a shared picture goes along. */
function addressOf(email: string, isSharing: boolean): string {
  const address = links.chatWith(email);
  return isSharing ? `${address}&${SHARE_PARAMETER}=picture` : address;
}

/** Returns the e-mail of the partner whose conversation is open. */
function useSelected(): string | null {
  const [search] = useSearchParams();
  const partner = search.get("with");
  return partner === null ? null : (normalEmail(partner) ?? partner);
}

function Chat({ me }: { me: Me }) {
  const email = useSelected();
  const [isListOpen, setListOpen] = useState(false);
  const [chosenBy, setChosenBy] = useState<ThreadProps["chosenBy"]>(null);
  const list = useConversations();
  const connected = useListed(list.connected);
  const listId = useId();
  const frame = useRef<HTMLDivElement>(null);
  useRestOfScreen(frame);
  // Below 768 px one of the two is shown; above, both always are.
  const isListShown = email === null || isListOpen;
  const share = useSharedPicture();
  const chosen = [...list.connected, ...list.ended].find((row) => row.email === email);
  return (
    <div
      ref={frame}
      className="-mx-[16px] -my-6 flex h-[calc(100dvh-var(--top)-64px)] min-h-80 flex-col overflow-hidden bg-raised md:mx-0 md:my-0 md:grid md:h-[calc(100dvh-var(--top)-1.5rem)] md:grid-cols-[17rem_minmax(0,1fr)] md:grid-rows-[auto_minmax(0,1fr)] md:rounded-md md:border md:border-line md:shadow-low lg:grid-cols-[22rem_minmax(0,1fr)]"
    >
      <ListHead
        listId={listId}
        isShown={isListShown}
        onHide={email === null ? undefined : () => setListOpen(false)}
      />
      <nav
        id={listId}
        aria-label={t("Conversations")}
        className={cx(
          "min-h-0 flex-1 overflow-y-auto border-line md:border-r",
          !isListShown && "max-md:hidden",
        )}
      >
        <ShareNotice share={share} isChosen={email !== null} />
        <ConversationList
          role={me.role}
          addressOf={(to) => addressOf(to, share.isSharing)}
          list={list}
          connected={connected}
          selected={email}
          onChoose={() => {
            setListOpen(false);
            setChosenBy(pointerAtHand());
          }}
        />
      </nav>
      <section
        aria-label={
          chosen === undefined
            ? t("Conversation")
            : t("Conversation with {name}", { name: chosen.name })
        }
        className={cx(
          "flex min-h-0 flex-1 flex-col md:col-start-2 md:row-span-2 md:row-start-1",
          isListShown && "max-md:hidden",
        )}
      >
        {email === null ? (
          <NothingSelected />
        ) : (
          <ErrorBoundary message={THREAD_FAILURE} resetKey={email}>
            <Thread
              key={email}
              me={me}
              email={email}
              listedRow={chosen}
              listId={listId}
              onShowList={() => setListOpen(true)}
              chosenBy={chosenBy}
              shared={share.shared}
            />
          </ErrorBoundary>
        )}
      </section>
    </div>
  );
}

type ListHeadProps = {
  listId: string;
  isShown: boolean;
  /** Back to the open conversation, if there is one. */
  onHide: (() => void) | undefined;
};

function ListHead({ listId, isShown, onHide }: ListHeadProps) {
  return (
    <div
      className={cx(
        "flex h-16 shrink-0 items-center border-line px-4 md:border-r md:border-b",
        isShown ? "max-md:border-b" : "max-md:sr-only",
      )}
    >
      <h1 tabIndex={-1} className="flex-1 text-lg font-semibold">
        {t("Messages")}
      </h1>
      {isShown && onHide !== undefined && (
        <Button
          size="icon"
          variant="quiet"
          aria-expanded
          aria-controls={listId}
          title={t("Hide conversations")}
          className="md:hidden"
          onClick={onHide}
        >
          <PanelLeftClose aria-hidden />
          <span className="sr-only">{t("Hide conversations")}</span>
        </Button>
      )}
    </div>
  );
}

function NothingSelected() {
  return (
    <div className="grid flex-1 place-items-center bg-paper p-6">
      <EmptyState
        icon={MessageCircle}
        title={t("Select a conversation to start messaging")}
        hint={t("Everybody you are connected with stands in the list.")}
      />
    </div>
  );
}
