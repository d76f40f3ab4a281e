import { screens } from "./screens";
import { shared } from "./shared";

export function catalogue(english: string): string | undefined {
  return shared[english] ?? screens[english];
}
