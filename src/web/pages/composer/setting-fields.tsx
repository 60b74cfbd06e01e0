import {
  Button,
  Input,
  MultiSelect,
  NativeSelect,
  NumberInput,
  Switch,
  TagsInput,
  TextInput,
  Textarea,
} from '@mantine/core';
import { Icon } from '../../components/icon.tsx';
import { formatDuration } from '../../format/duration.ts';
import { strings } from '../../strings/index.ts';
import { words } from '../../strings/networks.ts';
import type { Settings } from './composer-state.ts';
import { LiveChoice } from './live-choice.tsx';
import { inputOf, type FieldProps, type SharedProps } from './setting-input.ts';
import {
  fieldsOf,
  isChoice,
  kindOf,
  labelOf,
  nameOf,
  toolOf,
  type SettingSchema,
} from './settings-schema.ts';
import classes from './settings-section.module.css';
import { TextFileSetting } from './text-file-setting.tsx';
import { UploadSetting } from './upload-setting.tsx';

const text = strings.composer.settings;

interface FieldsProps extends SharedProps {
  readonly schema: SettingSchema;
  /** The path of the object that the fields belong to; empty for the settings themselves. */
  readonly path: string;
  readonly values: Settings;
  /** Settings that are of no use to this post. */
  readonly hidden?: readonly string[];
  onChange(values: Settings): void;
}

const join = (path: string, name: string): string => (path ? `${path}.${name}` : name);

/** As the schema of the network describes them; those of nested objects stand in groups. */
export function SettingFields({ schema, path, values, hidden = [], onChange, ...shared }: FieldsProps) {
  const fields = fieldsOf(schema).filter(
    // The moment of a video is chosen beside the video; one of a network alone came by the API.
    ([name, field]) => !hidden.includes(name) && (kindOf(field) !== 'moment' || isEntered(values[name])),
  );
  const siblings = { ...Object.fromEntries(fields.map(([name]) => [name, undefined])), ...values };
  return fields.map(([name, field]) => (
    <SettingField
      key={name}
      {...shared}
      siblings={siblings}
      name={name}
      schema={field}
      path={join(path, name)}
      required={schema.required?.includes(name) ?? false}
      value={values[name]}
      onChange={(value) => onChange({ ...values, [name]: value })}
    />
  ));
}

const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
const labelled = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.map((one) =>
        typeof one === 'object' && one !== null && 'label' in one ? asText(one.label) : asText(one),
      )
    : [];

function SettingField(props: FieldProps) {
  const { schema, value, onChange, tools } = props;
  const tool = tools.find(({ methodName }) => methodName === toolOf(schema));
  const input = inputOf(props);
  if (props.off?.includes(props.path)) {
    return <Switch disabled label={input.label} description={text.switchedOff} checked={false} readOnly />;
  }
  switch (kindOf(schema)) {
    case 'choice':
      // The network lets an account choose fewer than it has.
      return tool ? <LiveChoice {...props} tool={tool} /> : <ChoiceField {...props} />;
    case 'switch':
      // Off would look chosen, and nobody has chosen it.
      if (props.required && schema.default === undefined) {
        return <ChoiceField {...props} schema={{ ...schema, enum: [true, false] }} />;
      }
      return (
        <Switch
          label={input.label}
          description={input.description}
          error={input.error}
          checked={Boolean(value ?? schema.default)}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      );
    case 'number':
      return (
        <NumberInput
          {...input}
          min={schema.minimum}
          max={schema.maximum}
          step={schema.maximum === 1 ? 0.05 : undefined}
          value={typeof value === 'number' ? value : ''}
          onChange={(next) => onChange(typeof next === 'number' ? next : null)}
        />
      );
    case 'moment':
      return (
        <NumberInput
          {...input}
          suffix={strings.composer.video.seconds}
          min={0}
          max={(schema.maximum ?? Infinity) / 1000}
          step={0.1}
          decimalScale={1}
          value={typeof value === 'number' ? value / 1000 : ''}
          onChange={(next) => onChange(typeof next === 'number' ? Math.round(next * 1000) : null)}
        />
      );
    case 'duration':
      return <DurationField {...props} />;
    case 'words':
      return (
        <TagsInput
          {...input}
          comboboxProps={{ withinPortal: false }}
          // An answer of a poll may have a comma; a code of a language has none.
          splitChars={schema.items?.pattern ? [','] : []}
          value={labelled(value)}
          onChange={onChange}
        />
      );
    case 'choices':
      return (
        <MultiSelect
          {...input}
          searchable
          comboboxProps={{ withinPortal: false }}
          data={(schema.items?.enum ?? []).map((one) => ({
            value: String(one),
            label: words(labelOf(String(one))),
          }))}
          value={labelled(value)}
          onChange={onChange}
        />
      );
    case 'labels':
      return (
        <TagsInput
          {...input}
          comboboxProps={{ withinPortal: false }}
          value={labelled(value)}
          onChange={(labels) => onChange(labels.map((label) => ({ value: label, label })))}
        />
      );
    case 'upload':
      return <UploadSetting {...props} />;
    case 'group':
      return tool && isChoice(schema) ? (
        <LiveChoice
          {...props}
          tool={tool}
          value={asObject(value).id}
          label={asText(asObject(value).name)}
          onChoose={(choice) => onChange(choice && { id: choice.value, name: choice.label })}
        />
      ) : (
        <GroupField {...props} />
      );
    case 'card':
      return <CardField {...props} />;
    case 'list':
      return <ListField {...props} />;
    case 'file':
      return <TextFileSetting {...props} />;
    case 'lines':
      return (
        <Textarea
          {...input}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={schema.maxLength}
          value={asText(value)}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      );
    default:
      return tool ? (
        <LiveChoice {...props} tool={tool} />
      ) : (
        <TextInput
          {...input}
          maxLength={schema.maxLength}
          value={asText(value)}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      );
  }
}

/** What takes away a choice that a post has: what is left out of a change stays. */
const noneOf = ({ enum: allowed = [] }: SettingSchema): unknown =>
  [null, ''].find((none) => allowed.includes(none));

function ChoiceField(props: FieldProps) {
  const { schema, value, onChange, required } = props;
  const choices = (schema.enum ?? []).filter((one) => one !== null && one !== '');
  const current = value ?? schema.default;
  const none = !required || current === undefined ? [{ value: '', label: text.notChosen }] : [];
  return (
    <NativeSelect
      {...inputOf(props)}
      value={current === undefined || current === null ? '' : String(current)}
      data={[...none, ...choices.map((one) => ({ value: String(one), label: words(labelOf(String(one))) }))]}
      onChange={({ currentTarget }) =>
        onChange(choices.find((one) => String(one) === currentTarget.value) ?? noneOf(schema))
      }
    />
  );
}

/** How long something lasts: what is usual, and what the setting has. */
function DurationField(props: FieldProps) {
  const { schema, value, onChange } = props;
  const unit = schema['x-unit'] === 'millisecond' ? 'second' : schema['x-unit'];
  const usual = (schema.examples ?? []).filter((one) => typeof one === 'number');
  const known = typeof value === 'number' && !usual.includes(value) ? [...usual, value] : usual;
  return (
    <NativeSelect
      {...inputOf(props)}
      value={typeof value === 'number' ? String(value) : ''}
      data={[
        { value: '', label: text.notChosen },
        ...known.map((one) => ({ value: String(one), label: formatDuration(one, unit) })),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value ? Number(currentTarget.value) : null)}
    />
  );
}

const asObject = (value: unknown): Settings =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Settings) : {};

function Help(props: FieldProps) {
  const { description, error } = inputOf(props);
  return (
    <>
      {description && <Input.Description>{description}</Input.Description>}
      {error && <Input.Error>{error}</Input.Error>}
    </>
  );
}

const isEntered = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

function GroupField(props: FieldProps) {
  const { name, schema, path, required, value, onChange, channel, tools, problems } = props;
  const values = asObject(value);
  // Nothing of a group that nobody fills in is needed.
  const isOpen = required || Object.values(values).some(isEntered);
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{words(nameOf(name, schema))}</legend>
      {kindOf(schema) === 'group' && <Help {...props} />}
      <SettingFields
        {...{ path, channel, tools, problems, values }}
        schema={isOpen ? schema : { ...schema, required: [] }}
        onChange={(group) => onChange(required || Object.values(group).some(isEntered) ? group : null)}
      />
    </fieldset>
  );
}

/**
 * A link card: the usual one (null, which also takes away what a post has), one with other texts, or
 * none.
 */
function CardField(props: FieldProps) {
  const { value, onChange } = props;
  const change = (input: unknown): void => {
    const entered = Object.entries(asObject(input)).filter(([, one]) => isEntered(one));
    onChange(entered.length ? Object.fromEntries(entered) : null);
  };
  return (
    <>
      <Switch
        label={text.card}
        description={text.cardHelp}
        checked={value !== false}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? null : false)}
      />
      {value !== false && <GroupField {...props} onChange={change} />}
    </>
  );
}

function ListField(props: FieldProps) {
  const { name, schema, path, value, onChange, channel, tools, problems } = props;
  const items = Array.isArray(value) ? (value as unknown[]) : [];
  const item = schema.items ?? {};
  // Some networks wrap each entry as `{value: …}`; people need not see that.
  const wrapped = Object.keys(item.properties ?? {}).join() === 'value' ? item.properties?.value : undefined;
  const read = (one: unknown): Settings => asObject(wrapped ? asObject(one).value : one);
  const write = (index: number, values: Settings): void =>
    onChange(items.map((one, n) => (n === index ? (wrapped ? { value: values } : values) : one)));
  return (
    <>
      <div>
        <Input.Label component="div">{words(nameOf(name, schema))}</Input.Label>
        <Help {...props} />
      </div>
      {items.map((one, index) => (
        <fieldset key={index} className={classes.group}>
          <legend className={classes.legend}>{text.entry(words(nameOf(name, schema)), index + 1)}</legend>
          <SettingFields
            {...{ channel, tools, problems }}
            schema={wrapped ?? item}
            path={`${path}.${index}${wrapped ? '.value' : ''}`}
            values={read(one)}
            onChange={(values) => write(index, values)}
          />
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            onClick={() => onChange(items.filter((_, n) => n !== index))}
          >
            {text.removeEntry(words(nameOf(name, schema)), index + 1)}
          </Button>
        </fieldset>
      ))}
      <Button
        variant="default"
        size="compact-md"
        leftSection={<Icon name="plus" size={16} />}
        onClick={() => onChange([...items, wrapped ? { value: {} } : {}])}
      >
        {text.addEntry(words(nameOf(name, schema)))}
      </Button>
    </>
  );
}
