import { Avatar, UnstyledButton, VisuallyHidden, type UnstyledButtonProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import type { Me } from '../api/session.ts';
import { strings } from '../strings/index.ts';
import classes from './side-bar.module.css';

type AccountButtonProps = UnstyledButtonProps & ComponentPropsWithRef<'button'> & { readonly person: Me };

/** Who is signed in and where they work; opens the menu with both to change. */
export function AccountButton({ person, ...button }: AccountButtonProps) {
  return (
    <UnstyledButton {...button} className={classes.account}>
      <Avatar name={person.user.name} color="initials" size={30} alt="" />
      <span className={classes.who}>
        <VisuallyHidden>{`${strings.common.menu.label}: `}</VisuallyHidden>
        <span>{person.user.name}</span>
        <span className={classes.organization}>{person.organization?.name}</span>
      </span>
    </UnstyledButton>
  );
}
