/** /profile: what others see of oneself, and may be changed. E-mail and role are what one is known by: they stay. */
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { pictureProblem } from "../../lib/upload";
import { saveFailureText, useSendPicture } from "../../lib/useSendPicture";
import { useSession } from "../../lib/useSession";
import type { Me } from "../../lib/userdata";
import { Avatar } from "../../ui/Avatar";
import { Button, LinkButton } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Field } from "../../ui/Field";
import { Form } from "../../ui/Form";
import { FileInput } from "../../ui/FileInput";
import { Input } from "../../ui/Input";
import { PageHeader } from "../../ui/PageHeader";
import { Textarea } from "../../ui/Textarea";
import { useToast } from "../../ui/Toast";
import { businessLabel, draftOf, profileProblems, type ProfileDraft } from "./profileForm";

export function ProfilePage() {
  const session = useSession();
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title="Your Profile" action={<LinkButton to="/settings">Settings</LinkButton>} />
      {session.state === "signedIn" && <ProfileForm key={session.me._id} me={session.me} />}
    </div>
  );
}

function useProfile(me: Me) {
  const saveDetails = useMutation(api.account.save);
  const sendPicture = useSendPicture();
  const toast = useToast();
  const [draft, setDraft] = useState(() => draftOf(me));
  const [picture, setPicture] = useState<File | null>(null);
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const problems = profileProblems(draft, me.role);
  const wrongPicture = picture === null ? null : pictureProblem(picture);

  async function save(): Promise<void> {
    setAsked(true);
    if (Object.keys(problems).length > 0 || wrongPicture !== null) return;
    setBusy(true);
    setFailure(null);
    try {
      const { business, ...details } = draft;
      await saveDetails({
        ...details,
        ...(me.role !== "admin" && { business }),
        ...(picture !== null && { imageId: await sendPicture(picture) }),
      });
      setPicture(null);
      setAsked(false);
      toast({ kind: "success", message: "Your profile was saved." });
    } catch (error) {
      setFailure(saveFailureText(error, "Your profile could not be saved. Please try again."));
    } finally {
      setBusy(false);
    }
  }

  return {
    draft,
    change: (part: Partial<ProfileDraft>) => setDraft((now) => ({ ...now, ...part })),
    picture,
    setPicture,
    wrongPicture,
    problems: asked ? problems : {},
    busy,
    failure,
    save,
  };
}

type Profile = ReturnType<typeof useProfile>;

function ProfileForm({ me }: { me: Me }) {
  const profile = useProfile(me);
  return (
    <Card className="p-4 sm:p-6">
      <Form onSubmit={() => void profile.save()} className="flex flex-col gap-4">
        <div className="flex items-center gap-4">
          <Avatar src={me.imageUrl} name={me.name} className="size-16" />
          <div className="min-w-0">
            <p className="truncate font-semibold">{me.email}</p>
            <p className="text-sm text-muted">E-mail and role can’t be changed.</p>
          </div>
        </div>
        <PictureChoice key={me.imageUrl} profile={profile} />
        <DetailFields profile={profile} me={me} />
        {profile.failure !== null && <ErrorNotice message={profile.failure} />}
        <Button type="submit" variant="primary" wide busy={profile.busy}>
          Save
        </Button>
      </Form>
    </Card>
  );
}

function PictureChoice({ profile }: { profile: Profile }) {
  return (
    <Field label="Picture" error={profile.wrongPicture}>
      <FileInput
        file={profile.picture}
        onChange={profile.setPicture}
        prompt="Choose another picture"
        previewAlt="The picture you chose"
      />
    </Field>
  );
}

function DetailFields({ profile, me }: { profile: Profile; me: Me }) {
  const { draft, change, problems } = profile;
  const business = businessLabel(me.role);
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" error={problems.name}>
          <Input
            name="name"
            autoComplete="name"
            value={draft.name}
            onChange={(event) => change({ name: event.target.value })}
          />
        </Field>
        <Field label="Phone" error={problems.phone}>
          <Input
            name="tel"
            type="tel"
            autoComplete="tel"
            value={draft.phone}
            onChange={(event) => change({ phone: event.target.value })}
          />
        </Field>
      </div>
      {business !== null && (
        <Field label={business} error={problems.business}>
          <Input
            name="organization"
            autoComplete="organization"
            value={draft.business}
            onChange={(event) => change({ business: event.target.value })}
          />
        </Field>
      )}
      <Field label="Address" error={problems.address}>
        <Textarea
          name="address"
          autoComplete="street-address"
          value={draft.address}
          onChange={(event) => change({ address: event.target.value })}
        />
      </Field>
    </>
  );
}
