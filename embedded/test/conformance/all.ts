/** Every area of the comparison. */
import { documents } from "./areas/documents";
import { files } from "./areas/files";
import { filters } from "./areas/filters";
import { nesting } from "./areas/nesting";
import { pages } from "./areas/pages";
import { ranges } from "./areas/ranges";
import { routes } from "./areas/routes";
import { schedules } from "./areas/schedules";
import { searches } from "./areas/searches";
import { validators } from "./areas/validators";
import { values } from "./areas/values";
import type { Area } from "./cases";

export const areas: readonly Area[] = [
  ranges,
  values,
  filters,
  pages,
  documents,
  validators,
  searches,
  files,
  schedules,
  nesting,
  routes,
];
