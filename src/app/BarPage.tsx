/** /retailer, /distributors, /adminnav: the navigation bar on its own. The frame around it has drawn the bar. */
import { usePage } from "./usePage";

export function BarPage() {
  const { title } = usePage();
  return (
    <h1 tabIndex={-1} className="sr-only">
      {title}
    </h1>
  );
}
