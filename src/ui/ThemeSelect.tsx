/** Chooses the theme from a list. */
import { Select, type SelectProps } from "./Select";
import { chooseTheme, type Theme, THEME_WORDS, THEMES, useTheme } from "./theme";

const OPTIONS = THEMES.map((value) => ({ value, label: THEME_WORDS[value] }));

export function ThemeSelect(props: Pick<SelectProps<Theme>, "label" | "className">) {
  return <Select {...props} value={useTheme()} options={OPTIONS} onChange={chooseTheme} />;
}
