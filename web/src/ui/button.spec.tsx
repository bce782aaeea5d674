/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button } from './button.js';

describe('a button', () => {
  it('is pressed', async () => {
    const pressed: string[] = [];
    render(<Button onClick={() => pressed.push('start')}>Start playing</Button>);
    await userEvent.click(screen.getByRole('button', { name: 'Start playing' }));
    expect(pressed).toEqual(['start']);
  });

  it('says why it cannot be pressed, stays reachable and keeps the focus when the reason goes', async () => {
    const pressed: string[] = [];
    const start = (reason: string) => (
      <Button reason={reason} onClick={() => pressed.push('start')}>
        Start playing
      </Button>
    );
    const { rerender } = render(start('Waiting for Alex'));
    await userEvent.tab();
    const button = screen.getByRole('button', { name: 'Start playing', description: 'Waiting for Alex' });
    expect(document.activeElement).toBe(button);
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(button);
    expect(pressed).toEqual([]);
    rerender(start(''));
    expect(document.activeElement).toBe(button);
    await userEvent.keyboard('{Enter}');
    expect(pressed).toEqual(['start']);
  });

  it('sends no form while it is busy', async () => {
    const sent: string[] = [];
    const form = (busy: boolean) => (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          sent.push('card');
        }}
      >
        <Button type="submit" busy={busy}>
          Sign
        </Button>
      </form>
    );
    const { rerender } = render(form(true));
    const button = screen.getByRole('button', { name: 'Sign' });
    await userEvent.click(button);
    expect(sent).toEqual([]);
    expect(button.getAttribute('aria-busy')).toBe('true');
    rerender(form(false));
    await userEvent.click(button);
    expect(sent).toEqual(['card']);
  });
});
