import { Clone } from './support/clone.js';
import { keyOf, servesAll, stopsOnCtrlC } from './support/serves.js';

const isRoot = process.getuid?.() === 0;

/** Starts failed here once; LANG and LC_ALL are not set. A path with spaces is the place of crashes.spec. */
(isRoot ? it : it.skip)(
  'as root under a closed home folder a start serves, stops on Ctrl-C and keeps the data',
  async () => {
    const clone = await Clone.make({ homeMode: 0o700 });
    try {
      const first = clone.start();
      await first.running();
      await servesAll(clone, first);
      await first.query('create table kept (word text)');
      await first.query(`insert into kept values ('Mörnington 🏌')`);
      const { ino } = keyOf(clone);
      await stopsOnCtrlC(clone, first);

      const second = clone.start({ DEMO: 'off' });
      await second.running();
      expect(await second.query('select word from kept')).toEqual([{ word: 'Mörnington 🏌' }]);
      expect(keyOf(clone).ino).toBe(ino);
      await stopsOnCtrlC(clone, second);
    } finally {
      await clone.remove();
    }
  },
);
