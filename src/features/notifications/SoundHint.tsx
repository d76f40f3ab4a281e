/** Stands below the bell while the browser keeps the page silent. Any click unblocks the sound; this one says so. */
import { VolumeX } from "lucide-react";
import { useSound } from "./useSound";

export function SoundHint() {
  const { sound } = useSound();
  return (
    <button
      type="button"
      onClick={() => sound.turnOn()}
      // Late, because a sound that is just being turned on is blocked for a moment.
      className="absolute top-full right-0 z-40 mt-1 flex h-9 animate-fade items-center gap-2 rounded-sm border border-line bg-raised px-3 text-sm whitespace-nowrap shadow-high [animation-delay:0.4s] [animation-fill-mode:backwards] hover:bg-hover"
    >
      <VolumeX aria-hidden className="size-4 text-muted" />
      Click to turn sound on
    </button>
  );
}
