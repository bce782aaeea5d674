import styled from '@emotion/styled';
import { LIMITS, MESSAGES, type Course, type PublicUser } from '@fairmark/contract';
import { UserPlus } from 'lucide-react';
import { useId, useRef, useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { userQuery } from '../../api/auth.js';
import type { Bound } from '../../form/bound.js';
import { CourseSearch } from '../../shared/course-search.js';
import { counted } from '../../text/words.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { FieldBox, FieldNotes, noteIds } from '../../ui/fields/field.js';
import { announce } from '../../ui/live-region.js';
import { Sheet, type OpenState } from '../../ui/overlays/dialogs.js';
import { Note } from '../../ui/page-parts.js';
import { PlayerList, PlayerSearch } from './player-list.js';

const Group = styled(FieldBox)`
  & > h2 {
    font: 600 var(--text-14) / 1.4 var(--font);
  }
`;

/** A field whose value is chosen in a sheet: heading, current value, button and error. */
function Field({ title, error, children }: { title: string; error: string | undefined; children: ReactNode }) {
  const id = useId();
  return (
    <Group role="group" aria-labelledby={`${id}-label`} aria-describedby={noteIds(id, { error })}>
      <h2 id={`${id}-label`}>{title}</h2>
      {children}
      <FieldNotes id={id} error={error} />
    </Group>
  );
}

/** The players of a competition, chosen in a sheet. */
export function PlayersField({ value, set, leave, error }: Bound<PublicUser[]>) {
  const [open, setOpen] = useState(false);
  const { data: user } = useQuery(userQuery());
  const full = value.length >= LIMITS.competitionPlayersMax;
  const search = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const change = (next: boolean): void => {
    setOpen(next);
    if (!next && value.length === 0) leave();
  };
  const add = (golfer: PublicUser): void => {
    set([...value, toPublic(golfer)]);
    announce(`${golfer.fullName} has been added`);
    // The "I play too" button disappears, so move the focus.
    if (!open) opener.current?.focus();
  };
  const remove = (golfer: PublicUser): void => {
    set(value.filter((player) => player.id !== golfer.id));
    announce(`${golfer.fullName} has been removed`);
    // The remove button disappears, so move the focus.
    opener.current?.focus();
  };
  return (
    <Field title="Players" error={error}>
      <PlayerList players={value} onRemove={remove} />
      {user !== undefined && !full && value.every((player) => player.id !== user.id) && (
        <Button kind="secondary" wide onClick={() => add(user)}>
          I play too
        </Button>
      )}
      <Button
        ref={opener}
        kind="secondary"
        wide
        aria-haspopup="dialog"
        icon={<UserPlus size={20} />}
        onClick={() => setOpen(true)}
      >
        Add players
      </Button>
      <Sheet
        open={open}
        onOpenChange={change}
        title="Add players"
        description={value.length === 0 ? 'A press on a name adds it.' : `${counted(value.length, 'player')} added`}
        size="tall"
        initialFocus={search}
        footer={
          <Button wide onClick={() => change(false)}>
            Done
          </Button>
        }
      >
        {full ? (
          <Banner kind="info" title={MESSAGES.competitionPlayersMany} />
        ) : (
          <PlayerSearch players={value} inputRef={search} onAdd={add} />
        )}
      </Sheet>
    </Field>
  );
}

/** Strips the private properties of the golfer's own user. */
function toPublic({ id, fullName, handicap, handicapForShow, avatar, homeCourse }: PublicUser): PublicUser {
  return { id, fullName, handicap, handicapForShow, avatar, homeCourse };
}

/** The course of a competition, chosen in a sheet. */
export function CourseField({ value, set, leave, error }: Bound<Course | null>) {
  const [open, setOpen] = useState(false);
  const change = (next: boolean): void => {
    setOpen(next);
    if (!next && value === null) leave();
  };
  return (
    <Field title="Course" error={error}>
      {value !== null && (
        <p>
          <strong>{value.name}</strong>
          <Note>{value.clubName}</Note>
        </p>
      )}
      <Button kind="secondary" wide aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {value === null ? 'Choose a course' : 'Change course'}
      </Button>
      <FindCourse
        open={open}
        onOpenChange={change}
        onChoose={(course) => {
          set(course);
          setOpen(false);
        }}
      />
    </Field>
  );
}

function FindCourse({ open, onOpenChange, onChoose }: OpenState & { onChoose: (course: Course) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="Choose a course" size="tall" initialFocus={field}>
      <CourseSearch<Course>
        text={text}
        onTextChange={setText}
        value={null}
        onSelect={(chosen) => {
          if (chosen === null) return;
          onChoose(chosen);
          setText('');
        }}
        inputRef={field}
      />
    </Sheet>
  );
}
