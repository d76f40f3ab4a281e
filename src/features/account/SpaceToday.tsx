/** Says what the account may still store today, and when all of that is there again. */
import { api } from "../../../convex/_generated/api";
import { renewalText, spaceText } from "../../../domain/notificationTexts";
import { useLiveQuery } from "../../live/useLiveQuery";
import { Skeleton } from "../../ui/Skeleton";

export function SpaceToday() {
  const spaces = useLiveQuery(api.account.space, {}).value;
  if (spaces === undefined) return <Skeleton className="h-12" />;
  return (
    <ul>
      {spaces.map((space) => (
        <li key={space.of}>
          <p>{spaceText(space)}</p>
          {space.leftBytes < space.maxBytes && (
            <p className="text-sm text-muted">{renewalText(space)}</p>
          )}
        </li>
      ))}
    </ul>
  );
}
