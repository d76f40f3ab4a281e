/** /retailer, /distributors, /adminnav: the navigation bar on its own, drawn by the layout. */
import { usePage } from "./usePage";

export function BarPage() {
  const { title } = usePage();
  return (
    <h1 tabIndex={-1} className="sr-only">
      {title}
    </h1>
  );
}
