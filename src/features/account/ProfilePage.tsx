/** /profile: edits the details that other traders see. E-mail and role identify the account and never change. */
import * as links from "../../../domain/links";
import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import {
  BUSINESS_FIELDS,
  BUSINESS_NAMES,
  CONTACT_FIELDS,
  detailFields,
} from "../../../domain/fields/account";
import { pictureProblem } from "../../files/upload";
import { saveFailureText, useUploadOnce } from "../../files/useUploadOnce";
import { fieldProblems } from "../../forms/fieldProblems";
import { FormField } from "../../forms/FormField";
import { type FormState, useForm } from "../../forms/useForm";
import { useServerAction } from "../../forms/useServerAction";
import { useSession } from "../../live/useSession";
import type { Me } from "../../session/userdata";
import { Avatar } from "../../ui/Avatar";
import { Button, LinkButton } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Field } from "../../ui/Field";
import { Form } from "../../ui/Form";
import { FileInput } from "../../ui/FileInput";
import { PageHeader } from "../../ui/PageHeader";
import { t } from "../../../domain/language/texts";

export function ProfilePage() {
  const session = useSession();
  return (
    <div className="mx-auto max-w-160">
      <PageHeader
        title={t("Your Profile")}
        action={<LinkButton to={links.SETTINGS}>{t("Settings")}</LinkButton>}
      />
      {session.state === "signedIn" && <ProfileForm key={session.me._id} me={session.me} />}
    </div>
  );
}

export function draftOf({ name, phone, address, companyName = "", shopName = "" }: Me) {
  return { name, phone, address, companyName, shopName };
}

type ProfileValues = ReturnType<typeof draftOf> & { readonly picture: File | null };

function useProfile(me: Me) {
  const saveDetails = useMutation(api.account.save);
  const upload = useUploadOnce();
  const form = useForm<ProfileValues>({
    initial: { ...draftOf(me), picture: null },
    validate: (values) => fieldProblems(detailFields(me.role), values),
  });
  const { picture } = form.values;
  const wrongPicture = picture === null ? null : pictureProblem(picture);
  const save = useServerAction(
    async ({ picture, companyName, shopName, ...details }: ProfileValues) =>
      saveDetails({
        ...details,
        ...(me.role !== "admin" && { business: companyName || shopName }),
        ...(picture !== null && { imageId: await upload(picture) }),
      }),
    {
      failure: (error) =>
        saveFailureText(error, t("Your profile could not be saved. Please try again.")),
      success: t("Your profile was saved."),
      onSuccess: () => form.reset({ picture: null }),
    },
  );
  const submit = () =>
    form.submit((values) => (wrongPicture === null ? save.run(values) : undefined));
  return { form, save, wrongPicture, submit };
}

type Profile = ReturnType<typeof useProfile>;

function ProfileForm({ me }: { me: Me }) {
  const profile = useProfile(me);
  return (
    <Card className="p-4 sm:p-6">
      <Form onSubmit={profile.submit} className="flex flex-col gap-4">
        <div className="flex items-center gap-4">
          <Avatar src={me.imageUrl} name={me.name} className="size-16" />
          <div className="min-w-0">
            <p className="truncate font-semibold">{me.email}</p>
            <p className="text-sm text-muted">{t("E-mail and role can’t be changed.")}</p>
          </div>
        </div>
        <PictureChoice key={me.imageUrl} profile={profile} />
        <DetailFields form={profile.form} me={me} />
        {profile.save.error !== null && <ErrorNotice message={profile.save.error} />}
        <Button type="submit" variant="primary" wide busy={profile.save.isBusy}>
          {t("Save")}
        </Button>
      </Form>
    </Card>
  );
}

function PictureChoice({ profile: { form, wrongPicture } }: { profile: Profile }) {
  return (
    <Field label={t("Picture")} error={wrongPicture}>
      <FileInput
        file={form.values.picture}
        onChange={(picture) => form.change({ picture })}
        prompt={t("Choose another picture")}
        previewAlt={t("The picture you chose")}
      />
    </Field>
  );
}

function DetailFields({ form, me }: { form: FormState<ProfileValues>; me: Me }) {
  const business = me.role === "admin" ? null : BUSINESS_NAMES[me.role];
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField form={form} name="name" field={CONTACT_FIELDS.name} />
        <FormField form={form} name="phone" field={CONTACT_FIELDS.phone} />
      </div>
      {business !== null && (
        <FormField form={form} name={business} field={BUSINESS_FIELDS[business]} />
      )}
      <FormField form={form} name="address" field={CONTACT_FIELDS.address} />
    </>
  );
}
