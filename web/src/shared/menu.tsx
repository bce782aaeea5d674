import styled from '@emotion/styled';
import { useQuery } from '@tanstack/react-query';
import { NavLink, useLocation, type NavLinkProps } from 'react-router-dom';
import { Menu as MenuIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { userQuery } from '../api/auth.js';
import { Avatar, Pictured } from '../ui/pictures.js';
import { AboutLinks } from './about-links.js';
import { paths, ButtonLink } from './routing/paths.js';
import { UnsignedMark } from './unsigned-mark.js';
import { Sheet } from '../ui/overlays/dialogs.js';
import { IconButton } from '../ui/button.js';
import { useResume } from './resume/resume.js';

/** Opens the navigation on a phone. The sheet closes after a navigation. */
export function MenuButton() {
  const [open, setOpen] = useState(false);
  const { key } = useLocation();
  useEffect(() => setOpen(false), [key]);
  return (
    <>
      <IconButton label="Menu" icon={<MenuIcon />} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      <Sheet open={open} onOpenChange={setOpen} title="Menu">
        <div>
          <Menu />
        </div>
      </Sheet>
    </>
  );
}

const List = styled.ul`
  display: grid;
  gap: 2px;
  margin-block: var(--space-3);
  a {
    display: flex;
    align-items: center;
    justify-content: space-between;
    min-height: var(--target);
    padding-inline: var(--space-3);
    border-radius: var(--radius-field);
    color: var(--ink);
    font-weight: 600;
    text-decoration: none;
  }
  li > [id] {
    display: block;
    padding: var(--space-3) var(--space-3) var(--space-1);
    color: var(--ink-2);
    font-weight: 600;
  }
  a[aria-current='page'] {
    /* Forced colours show it in place of the background. */
    border-block: 2px solid transparent;
    background: var(--primary-tint);
    color: var(--primary);
  }
  ul {
    margin: 0 0 0 var(--space-3);
    padding-left: var(--space-3);
    border-left: 1px solid var(--line);
  }
  ul a {
    font-weight: 400;
  }
`;

const Account = styled(Pictured)`
  padding: var(--space-3);
  border-top: 1px solid var(--line);
  a {
    display: grid;
    flex: 1;
    align-content: center;
    min-width: 0;
    min-height: var(--target);
    color: var(--ink);
    text-decoration: none;
  }
  strong {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;

/** The side navigation: play, the Clubhouse's pages, my account, and pages about the product. */
export function Menu() {
  return (
    <>
      <nav aria-label="Main">
        <PlayLink />
        <List>
          <Item to={paths.clubhouse()} end>
            Clubhouse
          </Item>
          <Item to={paths.leaderboard()}>Daily leaderboard</Item>
          <Item to={paths.history()}>
            Your History
            <UnsignedMark />
          </Item>
          <Item to={paths.eclectic()}>Eclectic round</Item>
          <li>
            <span id="competitions">Competitions</span>
            <ul aria-labelledby="competitions">
              <Item to={paths.competitions()}>Your competitions</Item>
              <Item to={paths.newCompetition()}>Create competition</Item>
            </ul>
          </li>
          <Item to={paths.support()}>Support</Item>
        </List>
      </nav>
      <AccountBlock />
      <List>
        <AboutLinks />
      </List>
    </>
  );
}

function Item(link: NavLinkProps) {
  return (
    <li>
      <NavLink {...link} />
    </li>
  );
}

function AccountBlock() {
  const { data: user } = useQuery(userQuery());
  if (user === undefined) return null;
  return (
    <Account>
      <Avatar name={user.fullName} src={user.avatar} />
      <NavLink to={paths.account()}>
        <span className="visually-hidden">Account</span>
        <strong>{user.fullName}</strong>
        <small>Handicap {user.handicapForShow}</small>
      </NavLink>
    </Account>
  );
}

function PlayLink() {
  const resume = useResume();
  return (
    <ButtonLink to={resume?.to ?? paths.home()} wide>
      {resume ? (
        <span style={{ display: 'grid' }}>
          Resume Round <small style={{ color: 'inherit' }}>{resume.words}</small>
        </span>
      ) : (
        'Play Round'
      )}
    </ButtonLink>
  );
}
