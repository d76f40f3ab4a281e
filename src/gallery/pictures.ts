/** Pictures of the gallery's own. */

/** A blue sky above a field. */
export const PICTURE =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='40' height='30'%3E%3Cpath fill='%2389c' d='M0 0h40v30H0z'/%3E%3Cpath fill='%23693' d='M0 20h40v10H0z'/%3E%3C/svg%3E";
