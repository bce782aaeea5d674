import type { Gender } from '@fairmark/contract';

export interface DemoAccount {
  fullName: string;
  email: string;
  gender: Gender;
  /** A plus handicap is negative. */
  handicap: number;
  /** Ten digits name the home course: most are at home at the club of 20990. */
  golflinkNumber: string;
}

/** They are invented, and so are their addresses: nobody can receive mail under `.test`. */
export const DEMO_PASSWORD = 'fairway-demo-1';

const account = (
  name: string,
  [gender, handicap, golflinkNumber]: [Gender, handicap: number, golflinkNumber: string],
): DemoAccount => ({
  fullName: name,
  email: `${name.split(' ')[0]?.toLowerCase()}@demo.fairmark.test`,
  gender,
  handicap,
  golflinkNumber,
});

/** The golfers of the demo. The first one is whom `npm start` names. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  account('Alex Tran', ['MALE', 12.4, '2099000001']),
  account('Bindi Walker', ['FEMALE', 18.7, '2099000002']),
  account('Callum Reid', ['MALE', -1.8, '2099000003']),
  account('Dana Petrov', ['FEMALE', 6.2, '2099000004']),
  account('Ewan Doyle', ['MALE', 24.9, '2099000005']),
  account('Farah Aziz', ['FEMALE', 31.5, '3099000006']),
  account('Gus Marino', ['MALE', 9.1, '2099000007']),
  account('Hana Sato', ['FEMALE', 14.3, '2099000008']),
  account('Ivan Kovac', ['MALE', 17.6, '1099000009']),
  account('Jess Barker', ['FEMALE', 42, '5099000010']),
  account('Kiran Patel', ['MALE', 5.5, '2099000011']),
  account('Lucy Oakes', ['FEMALE', 22.8, '70990012']),
];
