"""Where projects go: what is not known to be Lutra's is never written over."""
import os
import tempfile
import unittest

import numpy as np

from pylog import project


class Projects(unittest.TestCase):
    def setUp(self):
        self.home = tempfile.TemporaryDirectory()
        self.addCleanup(self.home.cleanup)

    def write(self, text="one"):
        return project.write(self.home.name, "add", {"add.cpp": text, "Makefile": "all:"}, {"data/a.npy": np.arange(3)})

    def refused(self, why):
        with self.assertRaises(ValueError) as caught:
            self.write()
        self.assertIn(why, str(caught.exception))

    def read(self, *parts):
        with open(os.path.join(self.home.name, "add", *parts)) as file:
            return file.read()

    def put(self, name, text):
        with open(os.path.join(self.home.name, "add", name), "w") as file:
            file.write(text)

    def test_a_folder_is_written_again(self):
        self.write("one")
        self.put("made", "by make")
        self.write("two")
        self.assertEqual(self.read("add.cpp"), "two")

    def test_files_of_somebody_else_are_kept(self):
        os.makedirs(os.path.join(self.home.name, "add"))
        self.put("Makefile", "precious")
        self.refused("add holds files that Lutra did not write: Makefile")
        self.assertEqual(self.read("Makefile"), "precious")

    def test_an_edited_file_is_kept(self):
        self.write()
        self.put("add.cpp", "by hand")
        self.refused("add.cpp: it was changed after Lutra wrote it")
        self.assertEqual(self.read("add.cpp"), "by hand")

    def test_a_pipe_is_never_replaced(self):
        self.write()
        path = os.path.join(self.home.name, "add", "add.cpp")
        os.remove(path)
        os.mkfifo(path)
        self.refused("it was changed after Lutra wrote it")


if __name__ == "__main__":
    unittest.main()
