import { ERRORS } from '@fairmark/contract';
import { Maximize, Minimize, Pause, Play, X } from 'lucide-react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { useSession } from '../../../api/use-session.js';
import { ButtonLink, paths } from '../../../shared/routing/paths.js';
import { rememberNext } from '../../../shared/routing/guards.js';
import { Button } from '../../../ui/button.js';
import { useAwake } from '../../../ui/hooks/use-awake.js';
import type { BoardKey } from './board-line.js';
import { Controls, Wall, Words } from './board-parts.js';
import { BoardScreen } from './board-screen.js';
import { useBoard } from './use-board.js';
import { useFullScreen, useIdle, useRowsAPage } from './use-screen.js';

/**
 * /board?course=…: a course's leaderboard for the clubhouse wall, for signed-in golfers. With the token of a board
 * link after `#`, which browsers never send to a server, it needs no sign-in.
 */
export function Component() {
  const { hash } = useLocation();
  const [params] = useSearchParams();
  const session = useSession();
  const course = params.get('course');
  const link = hash.slice(1);
  const token = link === '' ? session?.token : link;
  const idle = useIdle();
  return (
    <Wall data-idle={idle || undefined}>
      {course === null || token === undefined ? (
        <Ended
          title={session === null ? 'Sign in to see this board' : 'Choose a course first'}
          text="The board opens from a course's leaderboard, or by a link that the committee of the course has made."
          next={session === null ? 'Sign in' : 'Leaderboard'}
        />
      ) : (
        <Board key={`${course} ${token}`} course={course} token={token} byLink={link !== ''} />
      )}
    </Wall>
  );
}

function Board({ byLink, ...opened }: BoardKey & { byLink: boolean }) {
  const { view, refused, togglePaused } = useBoard(opened, useRowsAPage());
  useAwake();
  if (refused !== null) {
    if (byLink) return <Ended title="This board is closed" text={ERRORS.BOARD_LINK_REVOKED.message} next={null} />;
    if (refused.code === 'UNAUTHORIZED') {
      return <Ended title="You have been signed out" text="Sign in again to continue." next="Sign in" />;
    }
    return <Ended title="This board is closed" text={refused.message} next="Leaderboard" />;
  }
  return (
    <>
      <BoardScreen {...view} />
      <Menu paused={view.paused} onPause={togglePaused} course={byLink ? null : opened.course} />
    </>
  );
}

/** `course`: whose leaderboard "Close" opens; null for a board opened by link, which has no way back. */
function Menu({ paused, onPause, course }: { paused: boolean; onPause: () => void; course: string | null }) {
  const { full, toggle } = useFullScreen();
  return (
    <Controls aria-label="Board">
      <Button kind="secondary" icon={paused ? <Play size="1.2em" /> : <Pause size="1.2em" />} onClick={onPause}>
        {paused ? 'Turn pages' : 'Stay on this page'}
      </Button>
      {toggle !== null && (
        <Button kind="secondary" icon={full ? <Minimize size="1.2em" /> : <Maximize size="1.2em" />} onClick={toggle}>
          {full ? 'Leave full screen' : 'Full screen'}
        </Button>
      )}
      {course !== null && (
        <ButtonLink kind="secondary" to={paths.leaderboard({ course })} icon={<X size="1.2em" />}>
          Close the board
        </ButtonLink>
      )}
    </Controls>
  );
}

/** `next`: the link to offer; null for a board opened by link, whose screen may have no keyboard. */
function Ended({ title, text, next }: { title: string; text: string; next: 'Leaderboard' | 'Sign in' | null }) {
  const { pathname, search } = useLocation();
  return (
    <Words>
      <h1>{title}</h1>
      <p>{text}</p>
      {next !== null && (
        <ButtonLink
          kind="secondary"
          to={next === 'Sign in' ? paths.signIn() : paths.leaderboard()}
          onClick={() => next === 'Sign in' && rememberNext(pathname + search)}
        >
          {next}
        </ButtonLink>
      )}
    </Words>
  );
}
