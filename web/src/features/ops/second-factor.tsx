import type { SecondFactor as State, SecondFactorMadeAnswer } from '@fairmark/contract';
import { useState } from 'react';
import { makeSecondFactor, proveSecondFactor } from '../../api/ops.js';
import { TextField } from '../../ui/fields/text-field.js';
import { Scan } from '../../shared/scan.js';
import { Ask } from './parts/page-parts.js';

const DIGITS = 6;

/** Guards everything that a role permits: sets up an authenticator unless ENROLLED, then asks for a code. */
export function SecondFactor({ state, onProved }: { state: State; onProved: () => void }) {
  const [made, setMade] = useState<SecondFactorMadeAnswer | null>(null);
  if (made === null && state !== 'ENROLLED') return <SetUp onMade={setMade} />;
  return <EnterCode made={made} onProved={onProved} />;
}

function SetUp({ onMade }: { onMade: (made: SecondFactorMadeAnswer) => void }) {
  const [password, setPassword] = useState('');
  return (
    <Ask
      title="Set up an authenticator"
      act={() => makeSecondFactor(password)}
      onDone={onMade}
      label="Set up"
      missing={password === '' ? 'Enter your password first' : ''}
    >
      <p>
        What your role shows is open to you alone: beside your password it takes a code from an authenticator app on
        your phone. Any such app will do.
      </p>
      <TextField
        label="Your password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        reveal
      />
    </Ask>
  );
}

function EnterCode({ made, onProved }: { made: SecondFactorMadeAnswer | null; onProved: () => void }) {
  const [code, setCode] = useState('');
  return (
    <Ask
      title={made === null ? 'Enter a code' : 'Add Fairmark to your app'}
      act={() => proveSecondFactor(code)}
      onDone={onProved}
      label="Confirm code"
      missing={code.length < DIGITS ? `Enter the ${DIGITS} digits first` : ''}
    >
      {made === null ? (
        <p>Your authenticator app shows a code for Fairmark. You enter it once after each sign-in.</p>
      ) : (
        <>
          <p>
            Scan this with your authenticator app, or <a href={made.uri}>open the app</a> here. It is not shown again.
          </p>
          <Scan size={240} text={made.uri} label="The key, for the camera of your authenticator app" />
          <TextField label="Key, for typing" value={made.secret.replaceAll(/.{4}(?=.)/g, '$& ')} rows={2} readOnly />
        </>
      )}
      <TextField
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={({ target }) => setCode(target.value.replaceAll(/\D/g, '').slice(0, DIGITS))}
      />
      {made === null && <small>Lost your phone? Ask the club to remove your authenticator, then set up another.</small>}
    </Ask>
  );
}
