import { lazySchema } from './lazy-schema.js';
import { signInSchema } from './schemas.js';

const TYPED = { email: ' karrie@example.com ', password: '' };

it('leaves everything to the server as long as its code can not be had, then judges and trims', async () => {
  let signal = false;
  const schema = lazySchema(() => (signal ? Promise.resolve(signInSchema) : Promise.reject(new Error('No signal'))));
  expect(await schema.validate(TYPED)).toEqual(TYPED);
  expect(await schema.cast(TYPED)).toEqual(TYPED);
  signal = true;
  await expect(schema.validate(TYPED)).rejects.toThrow('Password is required');
  expect(await schema.cast(TYPED)).toEqual({ email: 'karrie@example.com', password: '' });
});

it('judges by what was typed last, where more was typed than its code took to come', async () => {
  let arrive: (schema: typeof signInSchema) => void = () => undefined;
  const coming = new Promise<typeof signInSchema>((resolve) => (arrive = resolve));
  const schema = lazySchema(() => coming);
  const typed = [TYPED, { ...TYPED, password: 'correct horse' }];
  const judged = Promise.allSettled(typed.map((values) => schema.validate(values)));
  arrive(signInSchema);
  expect((await judged).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
});
