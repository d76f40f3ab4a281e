/** Tells blocks to show their placeholders although some have been answered. */
import { createContext } from "react";

export const HeldBlocks = createContext(false);
