/** Makes the page of a navigation bar on its own: the layout draws the bar, the page only its heading. */
import type { ComponentType } from "react";

export function barPage(title: string): ComponentType {
  return function BarPage() {
    return (
      <h1 tabIndex={-1} className="sr-only">
        {title}
      </h1>
    );
  };
}
