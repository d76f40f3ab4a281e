/** Installs Mandi on this device, or says what that needs. */
import { Download } from "lucide-react";
import { useInstallOffer } from "../../device/installOffer";
import { Button } from "../../ui/Button";
import { t } from "../../../domain/language/texts";

function isInstalled(): boolean {
  return window.matchMedia("(display-mode: standalone)").matches;
}

export function DeviceSettings() {
  const install = useInstallOffer();
  if (!window.isSecureContext) {
    return (
      <p>
        {t(
          "Installing, alerts with the app closed and offline pages need https or this computer itself. Open Mandi at an address that begins with https://.",
        )}
      </p>
    );
  }
  if (isInstalled())
    return <p>{t("Mandi is installed here. Its pages open without a connection, too.")}</p>;
  if (install !== null) {
    return (
      <Button className="self-start" onClick={() => void install()}>
        <Download aria-hidden />
        {t("Install Mandi")}
      </Button>
    );
  }
  return (
    <p>
      {t(
        "Your browser installs Mandi from its own menu: “Install” or “Add to Home Screen”. Its pages open without a connection either way.",
      )}
    </p>
  );
}
