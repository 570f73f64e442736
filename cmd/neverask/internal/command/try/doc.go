// Package try is neverask try: neverask for one session, which changes no file.
package try
