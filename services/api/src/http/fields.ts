import { isEmailAddress, LIMITS, MESSAGES } from '@fairmark/contract';
import { applyDecorators, type Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform, Type as Nested } from 'class-transformer';
import * as check from 'class-validator';

/** Options of every field. Each decorator both validates a field and describes it in the OpenAPI document. */
export interface FieldOptions {
  /** May be omitted. */
  optional?: boolean;
  /** May be null. */
  nullable?: boolean;
  description?: string;
  /** Replaces the message of every check. */
  message?: string;
}

interface NumberOptions extends FieldOptions {
  /** A query or a form sends numbers as text. */
  fromText?: boolean;
}

type Check = (options: { message?: string }) => PropertyDecorator;

function field(options: NumberOptions, schema: Record<string, unknown>, checks: Check[]): PropertyDecorator {
  const { optional = false, nullable = false, fromText = false, description, message } = options;
  const isAbsent = (value: unknown): boolean => (optional && value === undefined) || (nullable && value === null);
  return applyDecorators(
    ...(fromText ? [NumberFromText()] : []),
    ApiProperty({ ...schema, required: !optional, nullable, description }),
    check.ValidateIf((_, value) => !isAbsent(value)),
    ...checks.map((decorator) => decorator(message === undefined ? {} : { message })),
  );
}

interface TextOptions extends FieldOptions {
  /** Characters, 0 by default. */
  min?: number;
  max: number;
  pattern?: RegExp;
}

/** A text of limited length. */
export function TextField({ min = 0, max, pattern, ...options }: TextOptions): PropertyDecorator {
  return field(options, { type: String, minLength: min, maxLength: max, pattern: pattern?.source }, [
    (o) => check.IsString(o),
    (o) => check.Length(min, max, o),
    ...(pattern === undefined ? [] : [(o: object) => check.Matches(pattern, o)]),
  ]);
}

/** A UUID, converted to lower case as in rows and events. */
export function IdField(options: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    LowerCased(),
    field(options, { type: String, format: 'uuid' }, [(o) => check.IsUUID('all', { message: 'must be a UUID', ...o })]),
  );
}

/** One of the given values. */
export function ChoiceField(values: readonly (string | number)[], options: FieldOptions = {}): PropertyDecorator {
  return field(options, { enum: [...values] }, [(o) => check.IsIn([...values], o)]);
}

/** A whole number. */
export function WholeField({ min, max, ...options }: NumberOptions & { min: number; max: number }): PropertyDecorator {
  return field(options, { type: 'integer', minimum: min, maximum: max }, [
    (o) => check.IsInt(o),
    (o) => check.Min(min, o),
    (o) => check.Max(max, o),
  ]);
}

/** A number that is accepted and ignored. */
export function IgnoredNumberField(options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: Number }, [(o) => check.IsNumber({ allowNaN: false, allowInfinity: false }, o)]);
}

/** Replaces IsNumber's check of decimals, which fails on numbers written like 1e-7. */
const hasOneDecimal = (value: unknown): boolean => typeof value === 'number' && Math.round(value * 10) / 10 === value;

/** A handicap with at most one decimal; plus handicaps are negative. */
export function HandicapField(options: NumberOptions = {}): PropertyDecorator {
  const { handicapMin: min, handicapMax: max } = LIMITS;
  const range = { message: MESSAGES.handicapRange };
  // No `multipleOf: 0.1`: many validators compute with doubles, of which 9.1 is no multiple.
  const description = 'At most one decimal; plus handicaps are negative';
  return field({ ...options, description }, { type: Number, minimum: min, maximum: max }, [
    () => check.IsNotEmpty({ message: MESSAGES.handicapRequired }),
    () => check.ValidateBy({ name: 'hasOneDecimal', validator: { validate: hasOneDecimal } }, range),
    () => check.Min(min, range),
    () => check.Max(max, range),
  ]);
}

/** An email address in the only form in which accounts are stored, found and counted (adr/0008). */
export function EmailField(): PropertyDecorator {
  const max = LIMITS.emailMax;
  return applyDecorators(
    Trimmed(),
    LowerCased(),
    field({}, { type: String, format: 'email', maxLength: max }, [
      () => check.MinLength(1, { message: MESSAGES.emailRequired }),
      () =>
        check.ValidateBy(
          { name: 'isEmail', validator: { validate: isEmailAddress } },
          { message: MESSAGES.emailInvalid },
        ),
    ]),
  );
}

/** A new password. Only its length is checked here; weak passwords are refused where the owner's email is known. */
export function PasswordField(): PropertyDecorator {
  const { passwordMin: min, passwordMax: max } = LIMITS;
  return field({}, { type: String, format: 'password', minLength: min, maxLength: max }, [
    () => check.MinLength(1, { message: MESSAGES.passwordRequired }),
    () => check.MinLength(min, { message: MESSAGES.passwordShort }),
    () => check.MaxLength(max, { message: MESSAGES.passwordLong }),
  ]);
}

/** Characters of scripts that need zero-width joiners or non-joiners between letters. */
const JOINING = 'Arab Syrc Mong Nkoo Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh'
  .split(' ')
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('');
const EMOJI = '\\p{Extended_Pictographic}';

/**
 * One line of text: no control characters, no bidirectional controls and no invisible characters, which could make two
 * different names look the same, except where some scripts and emoji need them after or between characters.
 */
export const ONE_LINE = new RegExp(
  [
    String.raw`^(?:[^\p{Cc}\p{Cf}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]`,
    String.raw`(?<=[${JOINING}])[\u200C\u200D](?=[${JOINING}])`,
    String.raw`(?<=${EMOJI})\uFE0F`,
    String.raw`(?<=[${EMOJI}\p{Emoji_Modifier}\uFE0F])\u200D(?=${EMOJI}))*$`,
  ].join('|'),
  'u',
);

/** A date, `2026-11-23`. */
export function DayField(options: FieldOptions = {}): PropertyDecorator {
  const said = { message: 'Day must be a date such as 2026-11-23', ...options };
  return applyDecorators(
    TextField({ min: 10, max: 10, pattern: /^[12]\d{3}-\d{2}-\d{2}$/, ...said }),
    check.IsISO8601({ strict: true }, said),
  );
}

/** A golfer's full name. Pages show several spaces as one, and a search has to find what they show. */
export function NameField(options: FieldOptions = {}): PropertyDecorator {
  const max = LIMITS.fullNameMax;
  return applyDecorators(
    Convert((text) => text.trim().replaceAll(/ +/g, ' ')),
    field(options, { type: String, minLength: 1, maxLength: max }, [
      () => check.MinLength(1, { message: MESSAGES.fullNameRequired }),
      () => check.MaxLength(max, { message: MESSAGES.fullNameLong }),
      () => check.Matches(ONE_LINE, { message: MESSAGES.fullNameText }),
      () => check.Matches(/[\p{L}\p{N}]/u, { message: MESSAGES.fullNameText }),
    ]),
  );
}

const GOLF_NUMBER_LENGTHS = new RegExp(`^(${LIMITS.golfNumberLengths.map((length) => `.{${length}}`).join('|')})$`);

/** A golf association number: text of 7, 8 or 10 digits. */
export function GolfNumberField(options: FieldOptions = {}): PropertyDecorator {
  const pattern = GOLF_NUMBER_LENGTHS.source.replaceAll('.', '[0-9]');
  return field(options, { type: String, pattern, example: '1234567' }, [
    () => check.MinLength(1, { message: MESSAGES.golfNumberRequired }),
    () => check.Matches(/^[0-9]*$/, { message: MESSAGES.golfNumberDigits }),
    () => check.Matches(GOLF_NUMBER_LENGTHS, { message: MESSAGES.golfNumberLength }),
  ]);
}

/** True or false. */
export function FlagField(options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: Boolean }, [(o) => check.IsBoolean(o)]);
}

/** An object with validated fields. */
export function ObjectField(kind: Type<object>, options: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    field(options, { type: kind }, [
      () => check.IsObject({ message: 'must be an object' }),
      () => check.ValidateNested(),
    ]),
    Nested(() => kind),
  );
}

/** A list of objects with validated fields. */
export function ListField(kind: Type<object>, options: FieldOptions & { min: number; max: number }): PropertyDecorator {
  const { min, max, ...rest } = options;
  return applyDecorators(
    field(rest, { type: kind, isArray: true, minItems: min, maxItems: max }, [
      (o) => check.ArrayMinSize(min, o),
      (o) => check.ArrayMaxSize(max, o),
      () => check.ValidateNested({ each: true }),
    ]),
    Nested(() => kind),
  );
}

const NUMBER = /^-?\d{1,15}(\.\d{1,6})?$/;

/**
 * Converts a text before it is checked. Converting twice must change nothing: that it would is a check of its own, which
 * holds of every converted input, and by which `passes` sees that an input needs no conversion.
 */
function Convert(conversion: (text: string) => unknown): PropertyDecorator {
  const converted = (value: unknown): unknown => (typeof value === 'string' ? conversion(value) : value);
  const isConverted = (value: unknown): boolean => converted(value) === value;
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => converted(value)),
    check.ValidateBy({ name: 'isConverted', validator: { validate: isConverted } }),
  );
}

const NumberFromText = (): PropertyDecorator => Convert((text) => (NUMBER.test(text) ? Number(text) : text));

/** Trims a text. */
export const Trimmed = (): PropertyDecorator => Convert((text) => text.trim());

/** Treats an empty text as omitted: a form sends one for a picture that was not chosen. */
export const OmittedIfEmpty = (): PropertyDecorator => Convert((text) => (text === '' ? undefined : text));

/** Converts a text to lower case. */
export const LowerCased = (): PropertyDecorator => Convert((text) => text.toLowerCase());
