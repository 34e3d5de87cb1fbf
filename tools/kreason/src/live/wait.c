// SPDX-License-Identifier: GPL-2.0-only
#include "live/wait.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PATIENCE	5.0 /* seconds for a command to end when it is asked to */

extern char **environ;

static sigset_t before;
static bool begun;

double wait_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + t.tv_nsec / 1e9;
}

static void our_signals(sigset_t *set)
{
	sigemptyset(set);
	sigaddset(set, SIGINT);
	sigaddset(set, SIGTERM);
	sigaddset(set, SIGHUP);
	sigaddset(set, SIGQUIT);
	sigaddset(set, SIGCHLD);
}

void wait_begin(void)
{
	struct sigaction ignore = { .sa_handler = SIG_IGN }, usual = { .sa_handler = SIG_DFL };
	sigset_t set;

	if (begun)
		return;
	begun = true;
	our_signals(&set);
	sigprocmask(SIG_BLOCK, &set, &before);
	sigaction(SIGPIPE, &ignore, NULL);
	/* Whoever started us may ignore it, and then no end of a command would be seen. */
	sigaction(SIGCHLD, &usual, NULL);
}

void wait_end(void)
{
	if (begun)
		sigprocmask(SIG_SETMASK, &before, NULL);
	begun = false;
}

bool wait_start(struct wait *w, char *const *command, char *why, size_t size)
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attr;
	sigset_t pipe;
	int error;

	memset(w, 0, sizeof(*w));
	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_adddup2(&files, STDERR_FILENO, STDOUT_FILENO);
	posix_spawnattr_init(&attr);
	sigemptyset(&pipe);
	sigaddset(&pipe, SIGPIPE);
	posix_spawnattr_setsigdefault(&attr, &pipe);
	posix_spawnattr_setsigmask(&attr, &before);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
	error = posix_spawnp(&w->pid, command[0], &files, &attr, command, environ);
	posix_spawnattr_destroy(&attr);
	posix_spawn_file_actions_destroy(&files);
	if (!error)
		return true;
	w->pid = 0;
	snprintf(why, size, "%s: %s", command[0], strerror(error));
	return false;
}

static void look(struct wait *w)
{
	int status;

	if (!w->pid || w->ended || waitpid(w->pid, &status, WNOHANG) != w->pid)
		return;
	w->ended = true;
	w->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void wait_until(struct wait *w, double when)
{
	sigset_t set;

	our_signals(&set);
	while (!w->signal && !w->ended) {
		double left = when - wait_now();
		struct timespec t;
		int signal;

		if (left < 0)
			left = 0;
		t.tv_sec = left;
		t.tv_nsec = (left - t.tv_sec) * 1e9;
		signal = sigtimedwait(&set, NULL, &t);
		if (signal == SIGCHLD)
			look(w);
		else if (signal > 0)
			w->signal = signal;
		else if (errno == EAGAIN && wait_now() >= when)
			return;
	}
}

void wait_stop(struct wait *w)
{
	double limit = wait_now() + PATIENCE;
	int got = w->signal;

	look(w);
	if (!w->pid || w->ended)
		return;
	kill(w->pid, got ? got : SIGTERM);
	w->signal = 0;
	while (!w->ended && wait_now() < limit)
		wait_until(w, limit);
	if (!w->ended) {
		int status;

		kill(w->pid, SIGKILL);
		waitpid(w->pid, &status, 0);
		w->ended = true;
		w->status = 128 + SIGKILL;
	}
	if (got)
		w->signal = got;
}
