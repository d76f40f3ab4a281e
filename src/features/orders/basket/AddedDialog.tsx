/** Lists what changed of lines that were added to the basket. */
import * as links from "../../../../domain/links";
import { useLocation } from "react-router-dom";
import { Button, LinkButton } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { type Added, addedTitle, changeText } from "./addedWords";

export function AddedDialog({ added, onClose }: { added: Added; onClose: () => void }) {
  const { pathname } = useLocation();
  const changed = added.filter(({ changes }) => changes.length > 0);
  return (
    <Dialog
      onClose={onClose}
      title={addedTitle(added)}
      description="This is not as it was:"
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {pathname !== links.BASKET && (
            <LinkButton variant="primary" to={links.BASKET}>
              Open basket
            </LinkButton>
          )}
        </>
      }
    >
      <ul className="divide-y divide-line">
        {changed.map(({ productId, name, changes }) => (
          <li key={productId} className="py-2">
            <p className="font-medium wrap-anywhere">{name}</p>
            {changes.map((change) => (
              <p key={change.code} className="text-sm text-caution tabular-nums">
                {changeText(change)}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
