// A form for anything that the catalogue describes: a field for every parameter, parts with fields of their own.
import type { JSX } from "preact";
import { catalogue } from "../catalogue";
import type { CatalogueEntry, ParameterForm } from "../protocol";
import { asText, readForm, writeForm } from "../textForm";
import { Field, plainOptions, Select, TextInput } from "./controls";

interface Props {
  entry: CatalogueEntry;
  text: string;
  onChange: (text: string) => void;
}

export function FormFields({ entry, text, onChange }: Props): JSX.Element {
  const form = readForm(text, entry.parameters.map((parameter) => parameter.name));
  const change = (name: string, value: string): void => {
    const values: Record<string, string> = {};
    for (const parameter of entry.parameters) {
      const given = parameter.name === name ? value : (form.values[parameter.name] ?? "");
      const usual = !parameter.required && given === asText(parameter.default);
      if (given !== "" && !usual) values[parameter.name] = given;
    }
    onChange(writeForm({ name: entry.name, values }));
  };
  // The server reads no file that a page names, so there is no field for one.
  const simple = entry.parameters.filter((parameter) => parameter.kind !== "part" && parameter.name !== "file");
  const parts = entry.parameters.filter((parameter) => parameter.kind === "part");
  return (
    <>
      {simple.length ? (
        <div class="fields">
          {simple.map((parameter) => (
            <Parameter key={parameter.name} parameter={parameter} value={form.values[parameter.name]} onChange={(value) => change(parameter.name, value)} />
          ))}
        </div>
      ) : null}
      {parts.map((parameter) => (
        <Part key={parameter.name} parameter={parameter} value={form.values[parameter.name] ?? ""} onChange={(value) => change(parameter.name, value)} />
      ))}
    </>
  );
}

function label(parameter: ParameterForm): string {
  return parameter.name.replaceAll("_", " ");
}

function Parameter({ parameter, value, onChange }: { parameter: ParameterForm; value: string | undefined; onChange: (value: string) => void }): JSX.Element {
  const usual = asText(parameter.default);
  const shown = value ?? (parameter.required ? "" : usual);
  if (parameter.kind === "bool") {
    return (
      <label class="field check" title={parameter.help}>
        <input type="checkbox" checked={shown === "true"} onChange={(event) => onChange(event.currentTarget.checked ? "true" : "false")} />
        {label(parameter)}
      </label>
    );
  }
  if (parameter.choices.length) {
    return (
      <Field label={label(parameter)} help={parameter.help}>
        {(id) => <Select id={id} value={shown} options={plainOptions(parameter.choices)} onChange={onChange} />}
      </Field>
    );
  }
  return (
    <Field label={label(parameter)} help={parameter.help}>
      {(id) => <TextInput id={id} value={shown} placeholder={parameter.optional ? "none" : usual} numeric={parameter.kind === "int" || parameter.kind === "float"} onCommit={onChange} />}
    </Field>
  );
}

function Part({ parameter, value, onChange }: { parameter: ParameterForm; value: string; onChange: (value: string) => void }): JSX.Element {
  const entries = catalogue.value?.parts[parameter.part || parameter.name] ?? [];
  const usual = asText(parameter.default);
  const chosen = value || !parameter.optional ? readForm(value || usual).name : "";
  const options = plainOptions(entries.map((each) => each.name));
  if (parameter.optional) options.unshift(["", "default"]);
  const entry = entries.find((each) => each.name === chosen);
  return (
    <div class="part">
      <Field label={label(parameter)} help={parameter.help}>
        {(id) => <Select id={id} value={chosen} options={options} onChange={(picked) => onChange(picked === usual ? "" : picked)} />}
      </Field>
      {entry ? <small>{entry.summary}</small> : null}
      {entry?.parameters.length ? <FormFields entry={entry} text={value || chosen} onChange={onChange} /> : null}
    </div>
  );
}
