import { lazySchema } from './lazy-schema.js';
import { signInSchema } from './schemas.js';

const TYPED = { email: ' karrie@example.com ', password: '' };

it('leaves validation to the server while its code cannot be loaded, then validates and trims', async () => {
  let signal = false;
  const schema = lazySchema(() => (signal ? Promise.resolve(signInSchema) : Promise.reject(new Error('No signal'))));
  expect(await schema.validate(TYPED)).toEqual(TYPED);
  expect(await schema.cast(TYPED)).toEqual(TYPED);
  signal = true;
  await expect(schema.validate(TYPED)).rejects.toThrow('Password is required');
  expect(await schema.cast(TYPED)).toEqual({ email: 'karrie@example.com', password: '' });
});

it('validates what was typed last when typing went on while its code loaded', async () => {
  let arrive: (schema: typeof signInSchema) => void = () => undefined;
  const coming = new Promise<typeof signInSchema>((resolve) => (arrive = resolve));
  const schema = lazySchema(() => coming);
  const typed = [TYPED, { ...TYPED, password: 'correct horse' }];
  const results = Promise.allSettled(typed.map((values) => schema.validate(values)));
  arrive(signInSchema);
  expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
});
